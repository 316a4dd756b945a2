// NFC, NFD, NFKC, NFKD.
#include "text/normal_form.hpp"
#include "text/parts.hpp"

namespace attnscope {
namespace {

template <NormalForm form>
class UnicodeForm final : public TextNormaliser {
 public:
  AlignedText normalise(const AlignedText& text) const override { return normalised(text, form); }
};

template <NormalForm form>
std::unique_ptr<const TextNormaliser> make(const JsonNode&, const std::string&) {
  return std::make_unique<UnicodeForm<form>>();
}

const RegisteredPart<TextNormaliser> registered_nfc{"NFC", make<NormalForm::nfc>};
const RegisteredPart<TextNormaliser> registered_nfd{"NFD", make<NormalForm::nfd>};
const RegisteredPart<TextNormaliser> registered_nfkc{"NFKC", make<NormalForm::nfkc>};
const RegisteredPart<TextNormaliser> registered_nfkd{"NFKD", make<NormalForm::nfkd>};

}  // namespace
}  // namespace attnscope
