#include "text/unicode.hpp"

#include <utf8proc.h>

#include <array>
#include <utility>

namespace attnscope {
namespace {

utf8proc_category_t category(char32_t point) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(point));
}

}  // namespace

bool is_white_space(char32_t point) {
  if (point < 0x80) return point == ' ' || (point >= 9 && point <= 13);
  return point == 0x85 || point == 0xA0 || point == 0x1680 || (point >= 0x2000 && point <= 0x200A) ||
         point == 0x2028 || point == 0x2029 || point == 0x202F || point == 0x205F || point == 0x3000;
}

bool is_control(char32_t point) {
  if (point == '\t' || point == '\n' || point == '\r') return false;
  const utf8proc_category_t kind = category(point);
  return kind == UTF8PROC_CATEGORY_CC || kind == UTF8PROC_CATEGORY_CF || kind == UTF8PROC_CATEGORY_CO;
}

bool is_punctuation(char32_t point) {
  if (point < 0x80) {
    return (point >= 33 && point <= 47) || (point >= 58 && point <= 64) || (point >= 91 && point <= 96) ||
           (point >= 123 && point <= 126);
  }
  const utf8proc_category_t kind = category(point);
  return kind >= UTF8PROC_CATEGORY_PC && kind <= UTF8PROC_CATEGORY_PO;
}

bool is_nonspacing_mark(char32_t point) {
  return point >= 0x300 && category(point) == UTF8PROC_CATEGORY_MN;
}

bool is_bert_han(char32_t point) {
  static constexpr std::array<std::pair<char32_t, char32_t>, 8> blocks{{{0x4E00, 0x9FFF},
                                                                        {0x3400, 0x4DBF},
                                                                        {0x20000, 0x2A6DF},
                                                                        {0x2A700, 0x2B73F},
                                                                        {0x2B740, 0x2B81F},
                                                                        {0x2B920, 0x2CEAF},
                                                                        {0xF900, 0xFAFF},
                                                                        {0x2F800, 0x2FA1F}}};
  if (point < 0x3400) return false;
  for (const auto& [first, last] : blocks) {
    if (point >= first && point <= last) return true;
  }
  return false;
}

char32_t to_lower(char32_t point) {
  if (point < 0x80) return point >= 'A' && point <= 'Z' ? point + 32 : point;
  return static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(point)));
}

std::u32string decompose(char32_t point) {
  if (point < 0xC0) return {point};
  std::array<utf8proc_int32_t, 16> parts{};
  int last_boundary = 0;
  const utf8proc_ssize_t count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(point), parts.data(),
                                                         static_cast<utf8proc_ssize_t>(parts.size()),
                                                         UTF8PROC_DECOMPOSE, &last_boundary);
  if (count <= 0 || count > static_cast<utf8proc_ssize_t>(parts.size())) return {point};
  std::u32string result;
  for (utf8proc_ssize_t place = 0; place < count; ++place) {
    result += static_cast<char32_t>(parts[static_cast<std::size_t>(place)]);
  }
  return result;
}

}  // namespace attnscope
