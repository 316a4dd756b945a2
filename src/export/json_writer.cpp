#include "export/json_writer.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "core/utf8.hpp"

namespace attnscope {
namespace {

constexpr std::size_t chunk_bytes = std::size_t{1} << 20;

constexpr std::array<std::uint64_t, 10> powers_of_ten{1,      10,      100,      1000,      10000,
                                                      100000, 1000000, 10000000, 100000000, 1000000000};

/// "0000" to "9999", so that four digits cost one copy.
const std::array<char, 40000>& four_digits() {
  static const std::array<char, 40000> table = [] {
    std::array<char, 40000> digits{};
    for (std::size_t number = 0; number < 10000; ++number) {
      std::size_t rest = number;
      for (std::size_t place = 4; place-- > 0; rest /= 10) {
        digits[number * 4 + place] = static_cast<char>('0' + rest % 10);
      }
    }
    return digits;
  }();
  return table;
}

/// Largest number that the table writer takes: beyond it a float has no decimals left anyway.
constexpr double most_fixed = 1e9;

/// Writes `number` with fixed decimals at `out`; returns the end. The number of decimals is a template's, so
/// that the divisions become multiplications and the copies moves.
template <int decimals>
char* write_fixed(char* out, double number) {
  constexpr std::uint64_t power = powers_of_ten[decimals];
  constexpr std::size_t in_first = decimals % 4;
  constexpr int fours = decimals / 4;
  if (number < 0.0) {
    *out++ = '-';
    number = -number;
  }
  const auto scaled = static_cast<std::uint64_t>(number * static_cast<double>(power) + 0.5);
  std::uint64_t fraction = scaled;
  if (scaled < power) {
    *out++ = '0';
  } else {
    fraction = scaled % power;
    out = std::to_chars(out, out + 12, scaled / power).ptr;
  }
  *out++ = '.';
  const char* const table = four_digits().data();
  char* const end = out + decimals;
  char* place = end;
  for (int left = fours; left > 0; --left) {
    place -= 4;
    std::memcpy(place, table + fraction % 10000 * 4, 4);
    fraction /= 10000;
  }
  if constexpr (in_first > 0) std::memcpy(out, table + fraction * 4 + (4 - in_first), in_first);
  return end;
}

constexpr std::size_t most_per_number = 26;  // "-1.17549435e-38" and ten digits before nine decimals both fit

/// decimals 0 stands for the shortest exact text.
template <int decimals>
char* write_number(char* out, float number) {
  if (!std::isfinite(number)) {
    std::memcpy(out, "null", 4);
    return out + 4;
  }
  if constexpr (decimals > 0) {
    const double exact = static_cast<double>(number);
    if (std::abs(exact) < most_fixed) return write_fixed<decimals>(out, exact);
  }
  return std::to_chars(out, out + 24, number).ptr;
}

/// Writes numbers, each followed by a comma.
template <int decimals>
char* write_numbers(char* out, std::span<const float> numbers) {
  for (const float number : numbers) {
    out = write_number<decimals>(out, number);
    *out++ = ',';
  }
  return out;
}

using NumbersWriter = char* (*)(char*, std::span<const float>);

NumbersWriter writer_of(NumberStyle style) {
  static constexpr std::array<NumbersWriter, 10> writers{
      write_numbers<0>, write_numbers<1>, write_numbers<2>, write_numbers<3>, write_numbers<4>,
      write_numbers<5>, write_numbers<6>, write_numbers<7>, write_numbers<8>, write_numbers<9>};
  assert(style.decimals <= 9);
  return writers[style.decimals < 0 ? 0 : static_cast<std::size_t>(style.decimals)];
}

bool needs_escape(unsigned char letter) {
  return letter < 0x20 || letter == '"' || letter == '\\' || letter == '<' || letter == '>' ||
         letter == '&' || letter >= 0x7F;
}

void append_escape(std::string& text, char32_t point) {
  static constexpr std::string_view hex = "0123456789abcdef";
  text += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) text += hex[(point >> shift) & 15U];
}

void append_special(std::string& text, char32_t point) {
  switch (point) {
    case '"':
      text += "\\\"";
      return;
    case '\\':
      text += "\\\\";
      return;
    case '\n':
      text += "\\n";
      return;
    case '\t':
      text += "\\t";
      return;
    default:
      break;
  }
  const bool is_plain = point >= 0x80 && point != 0x2028 && point != 0x2029;
  if (is_plain) {
    append_utf8(text, point);
  } else {
    append_escape(text, point);
  }
}

}  // namespace

void append_number(std::string& text, float number, NumberStyle style) {
  char digits[most_per_number + 1];
  text.append(digits, writer_of(style)(digits, {&number, 1}) - 1);
}

void append_quoted(std::string& text, std::string_view value) {
  text += '"';
  std::size_t offset = 0;
  while (offset < value.size()) {
    const auto letter = static_cast<unsigned char>(value[offset]);
    if (!needs_escape(letter)) {
      text += value[offset++];
      continue;
    }
    const bool is_invalid = letter >= 0x80 && find_invalid_utf8(value.substr(offset, 4)) == 0;
    if (is_invalid) {
      append_utf8(text, 0xFFFD);
      ++offset;
    } else {
      append_special(text, next_code_point(value, offset));
    }
  }
  text += '"';
}

void JsonWriter::hand_over_if_full() {
  if (text_.size() < chunk_bytes) return;
  sink_(text_);
  text_.clear();
}

void JsonWriter::new_line() {
  text_ += '\n';
  text_.append(levels_.size() * 2, ' ');
}

void JsonWriter::before_value() {
  if (has_key_) {
    has_key_ = false;
    return;
  }
  if (levels_.empty()) return;
  assert(!levels_.back().is_object && "a value in an object needs a key");
  if (!levels_.back().is_empty) text_ += ',';
  levels_.back().is_empty = false;
  new_line();
}

void JsonWriter::key(std::string_view name) {
  assert(!levels_.empty() && levels_.back().is_object && !has_key_);
  if (!levels_.back().is_empty) text_ += ',';
  levels_.back().is_empty = false;
  new_line();
  append_quoted(text_, name);
  text_ += ": ";
  has_key_ = true;
}

void JsonWriter::begin_object() {
  before_value();
  text_ += '{';
  levels_.push_back({.is_object = true});
}

void JsonWriter::begin_array() {
  before_value();
  text_ += '[';
  levels_.push_back({.is_object = false});
}

void JsonWriter::end_object() {
  assert(!levels_.empty() && levels_.back().is_object && !has_key_);
  const bool is_empty = levels_.back().is_empty;
  levels_.pop_back();
  if (!is_empty) new_line();
  text_ += '}';
  hand_over_if_full();
}

void JsonWriter::end_array() {
  assert(!levels_.empty() && !levels_.back().is_object);
  const bool is_empty = levels_.back().is_empty;
  levels_.pop_back();
  if (!is_empty) new_line();
  text_ += ']';
  hand_over_if_full();
}

void JsonWriter::value(std::string_view text) {
  before_value();
  append_quoted(text_, text);
}

void JsonWriter::value(bool is_true) {
  before_value();
  text_ += is_true ? "true" : "false";
}

void JsonWriter::value(Index number) {
  before_value();
  char digits[24];
  text_.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

void JsonWriter::value(double number) {
  if (!std::isfinite(number)) return null();
  before_value();
  char digits[40];
  text_.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

void JsonWriter::null() {
  before_value();
  text_ += "null";
}

void JsonWriter::row(std::span<const float> numbers, NumberStyle style) {
  before_value();
  // Piece by piece through a small buffer: making room for the longest numbers in text_ would fill it with
  // zeros first.
  constexpr std::size_t piece = 128;
  std::array<char, piece*(most_per_number + 1)> buffer;
  const NumbersWriter write = writer_of(style);
  text_ += '[';
  for (std::size_t first = 0; first < numbers.size(); first += piece) {
    const auto part = numbers.subspan(first, std::min(piece, numbers.size() - first));
    text_.append(buffer.data(), write(buffer.data(), part));
  }
  if (!numbers.empty()) text_.pop_back();
  text_ += ']';
  hand_over_if_full();
}

void JsonWriter::row(std::span<const Index> numbers) {
  before_value();
  text_ += '[';
  for (std::size_t place = 0; place < numbers.size(); ++place) {
    if (place > 0) text_ += ',';
    text_ += std::to_string(numbers[place]);
  }
  text_ += ']';
}

void JsonWriter::matrix(ConstMatrixView numbers, NumberStyle style) {
  begin_array();
  for (Index index = 0; index < numbers.rows; ++index) row(numbers.row(index), style);
  end_array();
}

void JsonWriter::finish() {
  assert(levels_.empty());
  text_ += '\n';
  sink_(text_);
  text_.clear();
}

}  // namespace attnscope
