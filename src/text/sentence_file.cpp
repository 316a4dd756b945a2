#include "text/sentence_file.hpp"

#include <algorithm>
#include <string_view>

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
  const std::size_t start =
      bytes.rfind('\n', place) == std::string_view::npos ? 0 : bytes.rfind('\n', place) + 1;
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

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view spaces = " \t\r\n\f\v";
  const std::size_t first = text.find_first_not_of(spaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

std::string joined_lines(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    if (!line.empty()) result += (result.empty() ? "" : " ") + std::string(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

}  // namespace

std::vector<Sentence> parse_sentences(std::string bytes, const std::string& name,
                                      const SentenceFileOptions& options) {
  refuse_foreign_encodings(bytes, name);
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (bytes.starts_with(byte_order_mark)) bytes.erase(0, byte_order_mark.size());
  if (const std::size_t place = find_invalid_utf8(bytes); place != std::string::npos) {
    if (options.invalid_utf8 == SentenceFileOptions::InvalidUtf8::refuse) refuse_invalid(bytes, place, name);
    bytes = replace_invalid(bytes);
  }
  std::vector<Sentence> sentences;
  if (options.unit == SentenceFileOptions::Unit::file) {
    std::string passage = joined_lines(bytes);
    if (!passage.empty()) sentences.push_back({std::move(passage), 1});
  } else {
    std::string_view left = bytes;
    for (Index line = 1; !left.empty(); ++line) {
      const std::size_t end = std::min(left.find('\n'), left.size());
      const std::string_view text = trimmed(left.substr(0, end));
      if (!text.empty()) sentences.push_back({std::string(text), line});
      left.remove_prefix(std::min(end + 1, left.size()));
    }
  }
  if (sentences.empty()) throw Error(Error::Kind::input, name + ": no sentence found");
  return sentences;
}

std::vector<Sentence> read_sentences(const std::filesystem::path& path, const SentenceFileOptions& options) {
  constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30U;
  const std::string name = path == "-" ? "standard input" : printable(path.string(), 400);
  return parse_sentences(read_text(path, most_bytes), name, options);
}

}  // namespace attnscope
