// Lines are found by their ends and dropped after a look at the word: parsing numbers is what would take
// time.
#include "models/word_vectors/text_vectors.hpp"

#include <charconv>
#include <cmath>

#include "core/error.hpp"
#include "core/foreign_file.hpp"
#include "core/utf8.hpp"
#include "models/word_vectors/window.hpp"

namespace attnscope {
namespace {

constexpr std::size_t most_line_bytes = std::size_t{1} << 22;
constexpr std::string_view separators = " \t";

class TextScan {
 public:
  TextScan(const InputFile& file, const std::optional<VectorHeader>& header, WantedRows& rows)
      : shown_(shown_path(file.path())), window_(file, most_line_bytes), header_(header), rows_(rows) {}

  void run() {
    skip_byte_order_mark();
    if (header_) {
      next_line();
      rows_.set_size(header_->dim);
    }
    Index words = 0;
    while (window_.left() > 0 && !rows_.is_complete()) {
      const std::string_view line = next_line();
      if (line.empty()) continue;
      if (words++ == 0 && !header_) set_size_from(line);
      look_at(line, window_.left() == 0);
    }
    if (header_ && !rows_.is_complete() && words != header_->count) {
      fail("line 1 says " + std::to_string(header_->count) + " words, " + std::to_string(words) +
           " follow; incomplete download?");
    }
    if (words == 0 && !rows_.is_complete()) fail("no word vectors in this file");
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw Error(Error::Kind::input, shown_ + ": " + message);
  }
  [[noreturn]] void fail_in_line(const std::string& message) const {
    fail("line " + std::to_string(line_number_) + message);
  }

  void skip_byte_order_mark() {
    if (window_.peek(3).starts_with("\xEF\xBB\xBF")) window_.skip(3);
  }

  /// Without its end, a carriage return and the space that fastText writes after the last number.
  std::string_view next_line() {
    ++line_number_;
    std::string_view text = window_.peek(1);
    std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      text = window_.peek(most_line_bytes);
      end = text.find('\n');
    }
    if (end == std::string_view::npos && window_.left() > most_line_bytes) {
      fail_in_line(" is longer than " + std::to_string(most_line_bytes) +
                   " bytes; not a table of word vectors?");
    }
    window_.skip(end == std::string_view::npos ? text.size() : end + 1);
    std::string_view line = text.substr(0, end);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t'))
      line.remove_suffix(1);
    return line;
  }

  void set_size_from(std::string_view line) {
    Index fields = 0;
    for (std::size_t place = line.find_first_of(separators); place != std::string_view::npos;
         place = line.find_first_of(separators, place + 1)) {
      ++fields;
    }
    if (fields == 0) fail("line 1 must be 'COUNT DIM', or a word and its numbers");
    rows_.set_size(fields);
  }

  /// The last line is read in full even when its word is not wanted: that is where a cut file shows.
  void look_at(std::string_view line, bool is_last) {
    const std::size_t first_end = std::min(line.find_first_of(separators), line.size());
    const std::size_t word_end = header_ ? first_end : std::max(first_end, word_end_from_back(line));
    if (const Index place = rows_.place(line.substr(0, word_end)); place >= 0) {
      read_numbers(line, word_end, rows_.take(place));
    } else if (is_last) {
      std::vector<float> unused(static_cast<std::size_t>(rows_.dim()));
      read_numbers(line, word_end, unused);
    }
  }

  /// Where the word ends when the last `dim` fields are the vector; looked for only in lines whose first
  /// field is wanted, or whose first two are words.
  std::size_t word_end_from_back(std::string_view line) const {
    const std::size_t first_end = line.find_first_of(separators);
    if (first_end == std::string_view::npos || first_end + 1 >= line.size()) return 0;
    const bool second_is_number =
        std::string_view("0123456789+-.").find(line[first_end + 1]) != std::string_view::npos;
    if (second_is_number && rows_.place(line.substr(0, first_end)) < 0) return 0;
    std::size_t end = line.size();
    for (Index field = 0; field < rows_.dim() && end != std::string_view::npos && end > 0; ++field) {
      end = line.find_last_of(separators, end - 1);
    }
    return end == std::string_view::npos ? 0 : end;
  }

  void read_numbers(std::string_view line, std::size_t place, std::span<float> row) const {
    std::size_t count = 0;
    while (place < line.size()) {
      const std::size_t begin = line.find_first_not_of(separators, place);
      if (begin == std::string_view::npos) break;
      place = std::min(line.find_first_of(separators, begin), line.size());
      const float number = to_number(line.substr(begin, place - begin), begin);
      if (count < row.size()) row[count] = number;
      ++count;
    }
    if (count != row.size()) {
      fail_in_line(": " + std::to_string(count) + " numbers, expected " + std::to_string(row.size()));
    }
  }

  float to_number(std::string_view written, std::size_t column) const {
    const std::string_view digits = written.starts_with('+') ? written.substr(1) : written;
    double number = 0.0;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const auto result = static_cast<float>(number);
    if (fault != std::errc() || end != digits.data() + digits.size() || !std::isfinite(result)) {
      fail_in_line(", column " + std::to_string(column + 1) + ": '" + printable(written, 40) +
                   "' is not a number");
    }
    return result;
  }

  std::string shown_;
  FileWindow window_;
  const std::optional<VectorHeader>& header_;
  WantedRows& rows_;
  Index line_number_ = 0;
};

}  // namespace

void scan_text_vectors(const InputFile& file, const std::optional<VectorHeader>& header, WantedRows& rows) {
  TextScan(file, header, rows).run();
}

}  // namespace attnscope
