#include "text/text_file.hpp"

#include <algorithm>
#include <charconv>

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

void refuse_foreign_encodings(std::string_view bytes, const std::string& name) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    throw Error(Error::Kind::input, name + ": looks like UTF-16, expected UTF-8",
                "convert it first: iconv -f UTF-16 -t UTF-8");
  }
  const std::size_t nul = bytes.find('\0');
  if (nul == std::string_view::npos) return;
  throw Error(Error::Kind::input, name + ": NUL byte at offset " + std::to_string(nul) + ", expected text");
}

std::string hexadecimal(unsigned char byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  return {'0', 'x', digits[byte >> 4U], digits[byte & 15U]};
}

[[noreturn]] void refuse_invalid(std::string_view bytes, std::size_t place, const std::string& name) {
  const auto line = std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(place), '\n') + 1;
  const std::size_t line_break = bytes.rfind('\n', place);
  const std::size_t start = line_break == std::string_view::npos ? 0 : line_break + 1;
  throw Error(Error::Kind::input,
              name + ": line " + std::to_string(line) + ", byte " + std::to_string(place - start + 1) + ": " +
                  hexadecimal(static_cast<unsigned char>(bytes[place])) + " is not valid UTF-8",
              "--invalid-utf8=replace shows such bytes as \xEF\xBF\xBD");
}

/// Each maximal part that cannot begin or continue a character becomes one U+FFFD, as web pages do it.
std::string replace_invalid(std::string_view bytes) {
  std::string result;
  while (true) {
    const std::size_t place = find_invalid_utf8(bytes);
    result += bytes.substr(0, place);
    if (place == std::string_view::npos) return result;
    append_utf8(result, 0xFFFD);
    bytes.remove_prefix(place);
    bytes.remove_prefix(broken_utf8_length(bytes));
  }
}

}  // namespace

std::string name_of_input(const std::filesystem::path& path) {
  return path == "-" ? "standard input" : printable(path.string(), 400);
}

std::string checked_text(std::string bytes, const std::string& name, InvalidUtf8 invalid) {
  refuse_foreign_encodings(bytes, name);
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (bytes.starts_with(byte_order_mark)) bytes.erase(0, byte_order_mark.size());
  const std::size_t place = find_invalid_utf8(bytes);
  if (place == std::string::npos) return bytes;
  if (invalid == InvalidUtf8::refuse) refuse_invalid(bytes, place, name);
  return replace_invalid(bytes);
}

std::string read_checked_text(const std::filesystem::path& path, InvalidUtf8 invalid) {
  constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30U;
  return checked_text(read_text(path, most_bytes), name_of_input(path), invalid);
}

bool Lines::next(std::string_view& line) {
  if (left_.empty()) return false;
  const std::size_t end = std::min(left_.find('\n'), left_.size());
  line = left_.substr(0, end);
  if (line.ends_with('\r')) line.remove_suffix(1);
  left_.remove_prefix(std::min(end + 1, left_.size()));
  ++number_;
  return true;
}

std::vector<std::string_view> split_fields(std::string_view line, char separator) {
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t end = line.find(separator);
    fields.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return fields;
    line.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> split_blanks(std::string_view line) {
  constexpr std::string_view blanks = " \t";
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t first = line.find_first_not_of(blanks);
    if (first == std::string_view::npos) return parts;
    line.remove_prefix(first);
    const std::size_t end = std::min(line.find_first_of(blanks), line.size());
    parts.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view spaces = " \t\r\n\f\v";
  const std::size_t first = text.find_first_not_of(spaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

Index small_number(std::string_view digits) {
  constexpr std::size_t most_digits = 9;
  if (digits.empty() || digits.size() > most_digits) return -1;
  Index number = 0;
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return fault == std::errc() && end == digits.data() + digits.size() && number >= 0 ? number : -1;
}

}  // namespace attnscope
