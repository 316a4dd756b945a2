// FixedLength: words of a fixed number of characters.
#include "core/utf8.hpp"
#include "text/parts.hpp"
#include "text/split_behaviour.hpp"

namespace attnscope {
namespace {

class FixedLength final : public PreTokenizer {
 public:
  explicit FixedLength(Index length) : length_(length) {}

  std::vector<AlignedText> split(const AlignedText& text) const override {
    std::vector<TextPart> parts;
    for (std::size_t place = 0; place < text.size();) {
      const std::size_t start = place;
      for (Index count = 0; count < length_ && place < text.size(); ++count)
        next_code_point(text.text(), place);
      parts.push_back({start, place, false});
    }
    return split_by(text, parts, SplitBehaviour::isolated);
  }

 private:
  Index length_;
};

const RegisteredPart<PreTokenizer> registered{
    "FixedLength", [](const JsonNode& node, const std::string& where) -> std::unique_ptr<const PreTokenizer> {
      constexpr Index most_characters = 1 << 20;
      return std::make_unique<FixedLength>(node.whole_or("length", 5, 1, most_characters, where));
    }};

}  // namespace
}  // namespace attnscope
