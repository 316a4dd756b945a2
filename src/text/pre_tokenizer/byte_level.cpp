// ByteLevel: GPT-2's expression splits the text into words with the space before them, then spells them in
// bytes.
#include <optional>

#include "text/byte_alphabet.hpp"
#include "text/parts.hpp"
#include "text/split_behaviour.hpp"

namespace attnscope {
namespace {

constexpr std::string_view gpt2_expression =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

class ByteLevel final : public PreTokenizer {
 public:
  ByteLevel(bool adds_space, bool splits) : adds_space_(adds_space) {
    if (splits) pattern_ = TextPattern::of_expression(gpt2_expression, "ByteLevel");
  }

  std::vector<AlignedText> split(const AlignedText& text) const override {
    const bool lacks_space = adds_space_ && !text.empty() && !text.text().starts_with(' ');
    const AlignedText spaced = lacks_space ? text.with_prefix(" ") : text;
    std::vector<AlignedText> words{spaced};
    if (pattern_) words = split_by(spaced, pattern_->parts(spaced.text()), SplitBehaviour::isolated);
    for (AlignedText& word : words) word = spelled_in_bytes(word);
    return words;
  }

 private:
  bool adds_space_;
  std::optional<TextPattern> pattern_;
};

const RegisteredPart<PreTokenizer> registered{
    "ByteLevel", [](const JsonNode& node, const std::string& where) -> std::unique_ptr<const PreTokenizer> {
      return std::make_unique<ByteLevel>(node.flag_or("add_prefix_space", true, where),
                                         node.flag_or("use_regex", true, where));
    }};

}  // namespace
}  // namespace attnscope
