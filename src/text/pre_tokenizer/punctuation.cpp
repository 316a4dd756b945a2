// Punctuation: every punctuation mark is a match.
#include "text/parts.hpp"
#include "text/split_behaviour.hpp"
#include "text/unicode.hpp"

namespace attnscope {
namespace {

class Punctuation final : public PreTokenizer {
 public:
  explicit Punctuation(SplitBehaviour behaviour) : behaviour_(behaviour) {}

  std::vector<AlignedText> split(const AlignedText& text) const override {
    return split_by(text, parts_by_character(text.text(), is_punctuation), behaviour_);
  }

 private:
  SplitBehaviour behaviour_;
};

const RegisteredPart<PreTokenizer> registered{
    "Punctuation", [](const JsonNode& node, const std::string& where) -> std::unique_ptr<const PreTokenizer> {
      const JsonNode* behaviour = node.find("behavior");
      return std::make_unique<Punctuation>(behaviour != nullptr
                                               ? read_split_behaviour(*behaviour, where + ".behavior")
                                               : SplitBehaviour::isolated);
    }};

}  // namespace
}  // namespace attnscope
