#include "text/words.hpp"

#include <string>

#include "core/utf8.hpp"
#include "text/unicode.hpp"

namespace attnscope {
namespace {

bool stands_between_letters(std::string_view text, std::size_t first, std::size_t end) {
  if (first == 0 || end >= text.size()) return false;
  std::size_t before = first - 1;
  while (before > 0 && (static_cast<unsigned char>(text[before]) & 0xC0U) == 0x80U) --before;
  const auto is_letter = [](char32_t point) { return !is_white_space(point) && !is_punctuation(point); };
  return is_letter(next_code_point(text, before)) && is_letter(next_code_point(text, end));
}

}  // namespace

TokenizedText words_of(std::string_view text) {
  TokenizedText result;
  result.text = text;
  std::size_t start = 0;
  const auto end_word = [&](std::size_t end) {
    if (end <= start) return;
    const std::string word(text.substr(start, end - start));
    const Index index = result.size();
    result.tokens.push_back(
        {.text = word, .label = word, .id = index, .begin = start, .end = end, .word = index});
  };
  for (std::size_t place = 0; place < text.size();) {
    const std::size_t first = place;
    const char32_t point = next_code_point(text, place);
    if (is_white_space(point)) {
      end_word(first);
      start = place;
    } else if (is_punctuation(point) && !stands_between_letters(text, first, place)) {
      end_word(first);
      start = first;
      end_word(place);
      start = place;
    }
  }
  end_word(text.size());
  return result;
}

}  // namespace attnscope
