// WhitespaceSplit: words between white space. Whitespace: runs of letters, digits and marks, and runs of
// other signs.
#include "core/utf8.hpp"
#include "text/parts.hpp"
#include "text/split_behaviour.hpp"
#include "text/unicode.hpp"

namespace attnscope {
namespace {

enum class Kind { space, word, sign };

Kind kind_of(char32_t point) {
  if (is_white_space(point)) return Kind::space;
  return is_word_character(point) ? Kind::word : Kind::sign;
}

class WhitespaceSplit final : public PreTokenizer {
 public:
  std::vector<AlignedText> split(const AlignedText& text) const override {
    return split_by(text, parts_by_character(text.text(), is_white_space), SplitBehaviour::removed);
  }
};

class Whitespace final : public PreTokenizer {
 public:
  std::vector<AlignedText> split(const AlignedText& text) const override {
    std::vector<TextPart> runs;
    Kind last = Kind::space;
    for (std::size_t place = 0; place < text.size();) {
      const std::size_t start = place;
      const Kind its_kind = kind_of(next_code_point(text.text(), place));
      if (its_kind == last && !runs.empty()) {
        runs.back().end = place;
      } else {
        runs.push_back({start, place, its_kind == Kind::space});
      }
      last = its_kind;
    }
    return split_by(text, runs, SplitBehaviour::removed);
  }
};

const RegisteredPart<PreTokenizer> registered_split{
    "WhitespaceSplit", [](const JsonNode&, const std::string&) -> std::unique_ptr<const PreTokenizer> {
      return std::make_unique<WhitespaceSplit>();
    }};
const RegisteredPart<PreTokenizer> registered{
    "Whitespace", [](const JsonNode&, const std::string&) -> std::unique_ptr<const PreTokenizer> {
      return std::make_unique<Whitespace>();
    }};

}  // namespace
}  // namespace attnscope
