// BertNormalizer: cleans up, sets Han characters apart, lower-cases and drops accents.
#include "core/utf8.hpp"
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
    AlignedText result;
    const std::string& bytes = text.text();
    for (std::size_t place = 0; place < bytes.size();) {
      const std::size_t start = place;
      const char32_t point = next_code_point(bytes, place);
      add(result, point, text.span(start, place - start));
    }
    return result;
  }

 private:
  void add(AlignedText& result, char32_t point, Span source) const {
    if (settings_.cleans) {
      if (point == 0 || point == 0xFFFD || is_control(point)) return;
      if (is_white_space(point)) point = ' ';
    }
    const bool is_apart = settings_.sets_han_apart && is_bert_han(point);
    if (is_apart) result.append(U' ', source);
    if (settings_.strips_accents) {
      for (const char32_t part : decompose(point)) {
        if (!is_nonspacing_mark(part)) result.append(settings_.lower_cases ? to_lower(part) : part, source);
      }
    } else {
      result.append(settings_.lower_cases ? to_lower(point) : point, source);
    }
    if (is_apart) result.append(U' ', source);
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
