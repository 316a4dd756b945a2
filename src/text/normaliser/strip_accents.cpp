// StripAccents: drops marks of every kind; the text should be decomposed before.
#include "text/normaliser/letters.hpp"
#include "text/parts.hpp"
#include "text/unicode.hpp"

namespace attnscope {
namespace {

class StripAccents final : public TextNormaliser {
 public:
  AlignedText normalise(const AlignedText& text) const override { return without(text, is_mark); }
};

const RegisteredPart<TextNormaliser> registered{
    "StripAccents", [](const JsonNode&, const std::string&) -> std::unique_ptr<const TextNormaliser> {
      return std::make_unique<StripAccents>();
    }};

}  // namespace
}  // namespace attnscope
