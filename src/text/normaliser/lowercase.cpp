// Lowercase: every letter by itself, without rules that look at its neighbours.
#include "text/normaliser/letters.hpp"
#include "text/parts.hpp"

namespace attnscope {
namespace {

class Lowercase final : public TextNormaliser {
 public:
  AlignedText normalise(const AlignedText& text) const override { return lower_cased(text); }
};

const RegisteredPart<TextNormaliser> registered{
    "Lowercase", [](const JsonNode&, const std::string&) -> std::unique_ptr<const TextNormaliser> {
      return std::make_unique<Lowercase>();
    }};

}  // namespace
}  // namespace attnscope
