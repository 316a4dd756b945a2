// Well-formedness by Table 3-7 of the Unicode standard.
#include "core/utf8.hpp"

#include <array>

namespace attnscope {
namespace {

unsigned char byte_at(std::string_view bytes, std::size_t offset) { return static_cast<unsigned char>(bytes[offset]); }

/// What a lead byte asks for: the length of the sequence, 0 when it cannot lead, and the range of the second byte.
struct Sequence {
  std::size_t length = 0;
  unsigned char least = 0x80;
  unsigned char most = 0xBF;
};

Sequence sequence_of(unsigned char lead) {
  if (lead < 0x80) return {.length = 1};
  if (lead >= 0xC2 && lead <= 0xDF) return {.length = 2};
  if (lead == 0xE0) return {.length = 3, .least = 0xA0};  // shorter forms exist
  if (lead == 0xED) return {.length = 3, .most = 0x9F};   // surrogates
  if (lead >= 0xE1 && lead <= 0xEF) return {.length = 3};
  if (lead == 0xF0) return {.length = 4, .least = 0x90};
  if (lead == 0xF4) return {.length = 4, .most = 0x8F};  // beyond U+10FFFF
  if (lead >= 0xF1 && lead <= 0xF3) return {.length = 4};
  return {};
}

/// How many bytes from `offset` on belong to the sequence that starts there.
std::size_t matched_length(std::string_view bytes, std::size_t offset, const Sequence& sequence) {
  std::size_t matched = 1;
  while (matched < sequence.length && matched < bytes.size() - offset) {
    const unsigned char byte = byte_at(bytes, offset + matched);
    const bool is_second = matched == 1;
    if (byte < (is_second ? sequence.least : 0x80) || byte > (is_second ? sequence.most : 0xBF)) break;
    ++matched;
  }
  return matched;
}

/// Bytes of the well-formed sequence at `offset`, 0 when there is none.
std::size_t sequence_length(std::string_view bytes, std::size_t offset) {
  const Sequence sequence = sequence_of(byte_at(bytes, offset));
  return matched_length(bytes, offset, sequence) == sequence.length ? sequence.length : 0;
}

bool is_hidden_control(char32_t point) {
  return (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069) || point == 0x200E ||
         point == 0x200F || point == 0x2028 || point == 0x2029;
}

void append_escape(std::string& text, std::string_view prefix, char32_t value, int digits) {
  static constexpr std::string_view hex = "0123456789abcdef";
  text += prefix;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) text += hex[(value >> shift) & 15U];
}

}  // namespace

std::size_t find_invalid_utf8(std::string_view bytes) {
  std::size_t offset = 0;
  while (offset < bytes.size()) {
    const std::size_t length = sequence_length(bytes, offset);
    if (length == 0) return offset;
    offset += length;
  }
  return std::string_view::npos;
}

std::size_t broken_utf8_length(std::string_view bytes) {
  return matched_length(bytes, 0, sequence_of(byte_at(bytes, 0)));
}

char32_t next_code_point(std::string_view text, std::size_t& offset) {
  const unsigned char lead = byte_at(text, offset++);
  if (lead < 0x80) return lead;
  const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  char32_t point = lead & (0x3FU >> more);
  for (int left = more; left > 0 && offset < text.size(); --left) {
    point = (point << 6) | (byte_at(text, offset++) & 0x3FU);
  }
  return point;
}

void append_utf8(std::string& text, char32_t point) {
  const auto put = [&text](char32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (point < 0x80) {
    put(point);
  } else if (point < 0x800) {
    put(0xC0U | (point >> 6));
    put(0x80U | (point & 0x3FU));
  } else if (point < 0x10000) {
    put(0xE0U | (point >> 12));
    put(0x80U | ((point >> 6) & 0x3FU));
    put(0x80U | (point & 0x3FU));
  } else {
    put(0xF0U | (point >> 18));
    put(0x80U | ((point >> 12) & 0x3FU));
    put(0x80U | ((point >> 6) & 0x3FU));
    put(0x80U | (point & 0x3FU));
  }
}

std::string printable(std::string_view text, std::size_t most) {
  std::string result;
  std::size_t offset = 0;
  for (std::size_t count = 0; offset < text.size(); ++count) {
    if (count == most) return result + "…";
    if (sequence_length(text, offset) == 0) {
      append_escape(result, "\\x", byte_at(text, offset++), 2);
      continue;
    }
    const char32_t point = next_code_point(text, offset);
    if (point < 0x20 || (point >= 0x7F && point < 0xA0)) {
      append_escape(result, "\\x", point, 2);
    } else if (is_hidden_control(point)) {
      append_escape(result, "\\u", point, 4);
    } else {
      append_utf8(result, point);
    }
  }
  return result;
}

}  // namespace attnscope
