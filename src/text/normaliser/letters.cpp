#include "text/normaliser/letters.hpp"

#include "core/utf8.hpp"
#include "text/unicode.hpp"

namespace attnscope {

AlignedText without(const AlignedText& text, bool (*drops)(char32_t)) {
  AlignedText result = text.emptied();
  for (std::size_t place = 0; place < text.size();) {
    const std::size_t start = place;
    if (!drops(next_code_point(text.text(), place))) result.append(text, start, place - start);
  }
  return result;
}

AlignedText lower_cased(const AlignedText& text) {
  AlignedText result = text.emptied();
  for (std::size_t place = 0; place < text.size();) {
    const std::size_t start = place;
    const char32_t point = next_code_point(text.text(), place);
    for (const char32_t lower : to_lower(point)) result.append(lower, text.span(start, 1));
  }
  return result;
}

}  // namespace attnscope
