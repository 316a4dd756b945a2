// "COUNT DIM" on the first line, checked against the size of the file.
#include <algorithm>
#include <charconv>

#include "core/checked.hpp"
#include "core/error.hpp"
#include "core/foreign_file.hpp"
#include "models/word_vectors/text_vectors.hpp"

namespace attnscope {
namespace {

constexpr std::size_t most_header_bytes = 64;
constexpr Index most_dim = 65'536;

/// A whole number at the start of `text`, which moves past it and one space or tab.
std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  return number;
}

}  // namespace

std::optional<VectorHeader> read_vector_header(const InputFile& file) {
  const std::string start = first_bytes(file, most_header_bytes);
  const std::size_t line_end = std::min(start.find('\n'), start.size());
  if (line_end == most_header_bytes) return std::nullopt;
  std::string_view line = std::string_view(start).substr(0, line_end);
  if (line.ends_with('\r')) line.remove_suffix(1);
  const std::string written(line);
  const auto count = take_number(line);
  const auto dim = count ? take_number(line) : std::nullopt;
  if (!dim || !line.empty()) return std::nullopt;
  const std::string shown = shown_path(file.path());
  if (*count == 0 || *dim == 0 || *dim > static_cast<std::uint64_t>(most_dim)) {
    throw Error(
        Error::Kind::input,
        shown + ": line 1 must be 'COUNT DIM' with at most 65536 numbers a word, found '" + written + "'");
  }
  // A number of a text takes two bytes at least ("0 "), one of a binary record four.
  const auto least_bytes = checked_product(*count, 2 * *dim);
  if (!least_bytes || *least_bytes > file.size()) {
    throw Error(Error::Kind::input, shown + ": " + std::to_string(*count) + " × " + std::to_string(*dim) +
                                        " floats do not fit in " + std::to_string(file.size()) + " bytes");
  }
  return VectorHeader{static_cast<Index>(*count), static_cast<Index>(*dim),
                      std::min<std::uint64_t>(line_end + 1, file.size())};
}

bool has_binary_vectors(const InputFile& file, const VectorHeader& header) {
  constexpr std::size_t looked_at = 4096;
  const std::string start = first_bytes(file, header.end + looked_at);
  const std::string_view body = std::string_view(start).substr(header.end);
  const std::size_t space = body.find(' ');
  if (space == std::string_view::npos) return false;
  const std::string_view numbers = body.substr(space + 1, 4 * static_cast<std::size_t>(header.dim));
  const std::size_t line_end = numbers.find('\n');
  // Letters too: what should have been a number is a fault of a text, not a sign of a binary file.
  for (const char letter : numbers.substr(0, line_end)) {
    const auto byte = static_cast<unsigned char>(letter);
    if ((byte < 0x20 && letter != '\t' && letter != '\r') || byte >= 0x7F) return true;
  }
  return false;
}

}  // namespace attnscope
