// BertNormalizer: cleans up, sets Han characters apart, drops accents and lower-cases.
#include "core/utf8.hpp"
#include "text/normal_form.hpp"
#include "text/normaliser/letters.hpp"
#include "text/parts.hpp"
#include "text/unicode.hpp"

namespace attnscope {
namespace {

struct BertSettings {
  bool cleans = true;
  bool sets_han_apart = true;
  bool strips_accents = true;
  bool lower_cases = true;
};

class Bert final : public TextNormaliser {
 public:
  explicit Bert(const BertSettings& settings) : settings_(settings) {}

  AlignedText normalise(const AlignedText& text) const override {
    AlignedText result = cleaned(text);
    if (settings_.strips_accents) {
      result = without(normalised(result, NormalForm::nfd), is_nonspacing_mark);
    }
    return settings_.lower_cases ? lower_cased(result) : result;
  }

 private:
  AlignedText cleaned(const AlignedText& text) const {
    AlignedText result = text.emptied();
    const std::string& bytes = text.text();
    for (std::size_t place = 0; place < bytes.size();) {
      const std::size_t start = place;
      char32_t point = next_code_point(bytes, place);
      const Span source = text.span(start, 1);
      if (settings_.cleans) {
        if (point == 0 || point == 0xFFFD || is_control(point)) continue;
        if (is_white_space(point)) point = ' ';
      }
      const bool is_apart = settings_.sets_han_apart && is_bert_han(point);
      if (is_apart) result.append(U' ', source);
      result.append(point, source);
      if (is_apart) result.append(U' ', source);
    }
    return result;
  }

  BertSettings settings_;
};

const RegisteredPart<TextNormaliser> registered{
    "BertNormalizer",
    [](const JsonNode& node, const std::string& where) -> std::unique_ptr<const TextNormaliser> {
      BertSettings settings;
      settings.cleans = node.flag_or("clean_text", true, where);
      settings.sets_han_apart = node.flag_or("handle_chinese_chars", true, where);
      settings.lower_cases = node.flag_or("lowercase", true, where);
      settings.strips_accents =
          node.flag_or("strip_accents", settings.lower_cases, where);  // null follows lowercase
      return std::make_unique<Bert>(settings);
    }};

}  // namespace
}  // namespace attnscope
