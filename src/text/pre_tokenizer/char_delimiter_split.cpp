// CharDelimiterSplit: words between one given character.
#include "core/utf8.hpp"
#include "text/parts.hpp"
#include "text/split_behaviour.hpp"

namespace attnscope {
namespace {

class CharDelimiterSplit final : public PreTokenizer {
 public:
  explicit CharDelimiterSplit(char32_t delimiter) : delimiter_(delimiter) {}

  std::vector<AlignedText> split(const AlignedText& text) const override {
    const auto parts =
        parts_by_character(text.text(), [this](char32_t point) { return point == delimiter_; });
    return split_by(text, parts, SplitBehaviour::removed);
  }

 private:
  char32_t delimiter_;
};

const RegisteredPart<PreTokenizer> registered{
    "CharDelimiterSplit",
    [](const JsonNode& node, const std::string& where) -> std::unique_ptr<const PreTokenizer> {
      const std::string delimiter = node.at("delimiter", where).text(where + ".delimiter");
      std::size_t end = 0;
      const char32_t point = delimiter.empty() ? 0 : next_code_point(delimiter, end);
      if (delimiter.empty() || end != delimiter.size()) {
        throw Error(Error::Kind::input,
                    where + ".delimiter: expected one character, found '" + printable(delimiter, 40) + "'");
      }
      return std::make_unique<CharDelimiterSplit>(point);
    }};

}  // namespace
}  // namespace attnscope
