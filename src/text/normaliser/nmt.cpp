// Nmt: the clean-up of machine translation: controls vanish, unusual spaces become spaces.
#include "core/utf8.hpp"
#include "text/parts.hpp"

namespace attnscope {
namespace {

bool is_dropped(char32_t point) {
  return (point >= 0x01 && point <= 0x08) || point == 0x0B || (point >= 0x0E && point <= 0x1F) ||
         point == 0x7F || point == 0x8F || point == 0x9F;
}

bool is_kind_of_space(char32_t point) {
  return point == 0x09 || point == 0x0A || point == 0x0C || point == 0x0D || point == 0x1680 ||
         (point >= 0x200B && point <= 0x200F) || point == 0x2028 || point == 0x2029 || point == 0x2581 ||
         point == 0xFEFF || point == 0xFFFD;
}

class Nmt final : public TextNormaliser {
 public:
  AlignedText normalise(const AlignedText& text) const override {
    AlignedText result = text.emptied();
    for (std::size_t place = 0; place < text.size();) {
      const std::size_t start = place;
      const char32_t point = next_code_point(text.text(), place);
      if (is_dropped(point)) continue;
      result.append(is_kind_of_space(point) ? U' ' : point, text.span(start, 1));
    }
    return result;
  }
};

const RegisteredPart<TextNormaliser> registered{
    "Nmt", [](const JsonNode&, const std::string&) -> std::unique_ptr<const TextNormaliser> {
      return std::make_unique<Nmt>();
    }};

}  // namespace
}  // namespace attnscope
