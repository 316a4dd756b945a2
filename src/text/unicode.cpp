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

bool is_mark(char32_t point) {
  if (point < 0x300) return false;
  const utf8proc_category_t kind = category(point);
  return kind >= UTF8PROC_CATEGORY_MN && kind <= UTF8PROC_CATEGORY_ME;
}

bool is_letter(char32_t point) {
  if (point < 0x80) return (point >= 'A' && point <= 'Z') || (point >= 'a' && point <= 'z');
  const utf8proc_category_t kind = category(point);
  return kind >= UTF8PROC_CATEGORY_LU && kind <= UTF8PROC_CATEGORY_LO;
}

bool is_number(char32_t point) {
  if (point < 0x80) return point >= '0' && point <= '9';
  const utf8proc_category_t kind = category(point);
  return kind >= UTF8PROC_CATEGORY_ND && kind <= UTF8PROC_CATEGORY_NO;
}

bool is_word_character(char32_t point) {
  if (is_letter(point) || is_mark(point)) return true;
  const utf8proc_category_t kind = category(point);
  if (kind == UTF8PROC_CATEGORY_ND || kind == UTF8PROC_CATEGORY_NL || kind == UTF8PROC_CATEGORY_PC)
    return true;
  // The joiners, and the letters in circles and squares, which are symbols that count as alphabetic.
  return point == 0x200C || point == 0x200D || (point >= 0x24B6 && point <= 0x24E9) ||
         (point >= 0x1F130 && point <= 0x1F149) || (point >= 0x1F150 && point <= 0x1F169) ||
         (point >= 0x1F170 && point <= 0x1F189);
}

std::u32string to_lower(char32_t point) {
  if (point < 0x80) return {point >= 'A' && point <= 'Z' ? point + 32 : point};
  if (point == 0x130) return {U'i', 0x307};  // capital i with its dot keeps the dot
  return {static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(point)))};
}

}  // namespace attnscope
