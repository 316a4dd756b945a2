// Split: a pattern's matches, or what lies between them, are handled by the given behaviour.
#include "text/parts.hpp"
#include "text/split_behaviour.hpp"

namespace attnscope {
namespace {

class Split final : public PreTokenizer {
 public:
  Split(TextPattern pattern, SplitBehaviour behaviour, bool inverts)
      : pattern_(std::move(pattern)), behaviour_(behaviour), inverts_(inverts) {}

  std::vector<AlignedText> split(const AlignedText& text) const override {
    std::vector<TextPart> parts = pattern_.parts(text.text());
    if (inverts_) {
      for (TextPart& part : parts) part.is_match = !part.is_match;
    }
    return split_by(text, parts, behaviour_);
  }

 private:
  TextPattern pattern_;
  SplitBehaviour behaviour_;
  bool inverts_;
};

const RegisteredPart<PreTokenizer> registered{
    "Split", [](const JsonNode& node, const std::string& where) -> std::unique_ptr<const PreTokenizer> {
      return std::make_unique<Split>(TextPattern::from_json(node.at("pattern", where), where + ".pattern"),
                                     read_split_behaviour(node.at("behavior", where), where + ".behavior"),
                                     node.flag_or("invert", false, where));
    }};

}  // namespace
}  // namespace attnscope
