// ByteLevel: spells the text in the alphabet of bytes.
#include "text/byte_alphabet.hpp"
#include "text/parts.hpp"

namespace attnscope {
namespace {

class ByteLevel final : public TextNormaliser {
 public:
  AlignedText normalise(const AlignedText& text) const override { return spelled_in_bytes(text); }
};

const RegisteredPart<TextNormaliser> registered{
    "ByteLevel", [](const JsonNode&, const std::string&) -> std::unique_ptr<const TextNormaliser> {
      return std::make_unique<ByteLevel>();
    }};

}  // namespace
}  // namespace attnscope
