// Digits: numbers apart from what is around them, in runs or digit by digit.
#include "text/parts.hpp"
#include "text/split_behaviour.hpp"
#include "text/unicode.hpp"

namespace attnscope {
namespace {

class Digits final : public PreTokenizer {
 public:
  explicit Digits(SplitBehaviour behaviour) : behaviour_(behaviour) {}

  std::vector<AlignedText> split(const AlignedText& text) const override {
    return split_by(text, parts_by_character(text.text(), is_number), behaviour_);
  }

 private:
  SplitBehaviour behaviour_;
};

const RegisteredPart<PreTokenizer> registered{
    "Digits", [](const JsonNode& node, const std::string& where) -> std::unique_ptr<const PreTokenizer> {
      const bool is_single = node.flag_or("individual_digits", false, where);
      return std::make_unique<Digits>(is_single ? SplitBehaviour::isolated : SplitBehaviour::contiguous);
    }};

}  // namespace
}  // namespace attnscope
