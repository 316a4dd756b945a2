// Replace: every match of a pattern by a text, which takes the span of the match's last character.
#include "text/growth.hpp"
#include "text/parts.hpp"
#include "text/text_pattern.hpp"

namespace attnscope {
namespace {

class Replace final : public TextNormaliser {
 public:
  Replace(TextPattern pattern, std::string content, std::string where)
      : pattern_(std::move(pattern)), content_(std::move(content)), where_(std::move(where)) {}

  AlignedText normalise(const AlignedText& text) const override {
    AlignedText result = text.emptied();
    const auto start = static_cast<std::uint32_t>(text.original_begin());
    for (const TextPart& part : pattern_.parts(text.text())) {
      if (!part.is_match) {
        result.append(text, part.begin, part.end - part.begin);
        continue;
      }
      result.append(content_, part.end > 0 ? text.span(part.end - 1, 1) : Span{start, start});
      check_growth(text.size(), result.size(), where_);
    }
    return result;
  }

 private:
  TextPattern pattern_;
  std::string content_;
  std::string where_;
};

const RegisteredPart<TextNormaliser> registered{
    "Replace", [](const JsonNode& node, const std::string& where) -> std::unique_ptr<const TextNormaliser> {
      return std::make_unique<Replace>(TextPattern::from_json(node.at("pattern", where), where + ".pattern"),
                                       node.at("content", where).text(where + ".content"), where);
    }};

}  // namespace
}  // namespace attnscope
