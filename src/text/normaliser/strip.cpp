// Strip: cuts white space at the ends.
#include <algorithm>

#include "core/utf8.hpp"
#include "text/parts.hpp"
#include "text/unicode.hpp"

namespace attnscope {
namespace {

class Strip final : public TextNormaliser {
 public:
  Strip(bool left, bool right) : left_(left), right_(right) {}

  AlignedText normalise(const AlignedText& text) const override {
    const std::string& bytes = text.text();
    std::size_t first = bytes.size();  // of the first character that stays
    std::size_t last = 0;              // past the last one
    for (std::size_t place = 0; place < bytes.size();) {
      const std::size_t start = place;
      if (is_white_space(next_code_point(bytes, place))) continue;
      first = std::min(first, start);
      last = place;
    }
    if (last == 0) first = 0;  // only white space: nothing stays if either end is cut
    const std::size_t begin = left_ ? first : 0;
    const std::size_t end = right_ || (left_ && last == 0) ? last : bytes.size();
    AlignedText result = text.emptied();
    result.append(text, begin, end - begin);
    return result;
  }

 private:
  bool left_;
  bool right_;
};

const RegisteredPart<TextNormaliser> registered{
    "Strip", [](const JsonNode& node, const std::string& where) -> std::unique_ptr<const TextNormaliser> {
      return std::make_unique<Strip>(node.flag_or("strip_left", true, where),
                                     node.flag_or("strip_right", true, where));
    }};

}  // namespace
}  // namespace attnscope
