#include "text/byte_alphabet.hpp"

#include <array>

#include "core/utf8.hpp"

namespace attnscope {
namespace {

constexpr std::size_t byte_count = 256;
constexpr std::size_t alphabet_end = 0x144;  // 0x100 and the 68 bytes that are not printable

constexpr bool is_printable(std::size_t byte) {
  return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

constexpr std::array<char32_t, byte_count> characters = [] {
  std::array<char32_t, byte_count> table{};
  char32_t next = 0x100;
  for (std::size_t byte = 0; byte < byte_count; ++byte) {
    table[byte] = is_printable(byte) ? static_cast<char32_t>(byte) : next++;
  }
  return table;
}();

constexpr std::array<int, alphabet_end> bytes = [] {
  std::array<int, alphabet_end> table{};
  for (int& entry : table) entry = -1;
  for (std::size_t byte = 0; byte < byte_count; ++byte) table[characters[byte]] = static_cast<int>(byte);
  return table;
}();

}  // namespace

char32_t character_of_byte(unsigned char byte) {
  return characters[byte];
}

int byte_of_character(char32_t character) {
  return character < alphabet_end ? bytes[character] : -1;
}

AlignedText spelled_in_bytes(const AlignedText& text) {
  AlignedText result = text.emptied();
  for (std::size_t place = 0; place < text.size(); ++place) {
    result.append(characters[static_cast<unsigned char>(text.text()[place])], text.span(place, 1));
  }
  return result;
}

std::string bytes_of_spelling(std::string_view piece) {
  std::string result;
  for (std::size_t place = 0; place < piece.size();) {
    const char32_t character = next_code_point(piece, place);
    const int byte = byte_of_character(character);
    if (byte >= 0) {
      result += static_cast<char>(static_cast<unsigned char>(byte));
    } else {
      append_utf8(result, character);
    }
  }
  return result;
}

}  // namespace attnscope
