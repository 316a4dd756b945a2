// Files of text: read whole, checked to be UTF-8, and walked line by line.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

enum class InvalidUtf8 { refuse, replace };  ///< replace: each broken part becomes one U+FFFD

/// What errors call a file: its path, or "standard input" for "-".
std::string name_of_input(const std::filesystem::path& path);

/// The bytes as well-formed UTF-8, without a byte order mark. Throws: Error(input) for UTF-16, NUL bytes or
/// invalid UTF-8, with line and byte.
std::string checked_text(std::string bytes, const std::string& name,
                         InvalidUtf8 invalid = InvalidUtf8::refuse);

/// The same of a file, or of standard input for "-", up to 1 GiB.
std::string read_checked_text(const std::filesystem::path& path, InvalidUtf8 invalid = InvalidUtf8::refuse);

/// The lines of a text, without their LF or CR LF. The text must outlive it.
class Lines {
 public:
  explicit Lines(std::string_view text) : left_(text) {}
  /// The next line; false at the end.
  bool next(std::string_view& line);
  /// Of the line that `next` gave, from 1.
  Index number() const { return number_; }

 private:
  std::string_view left_;
  Index number_ = 0;
};

/// The parts between separators; one more than there are separators.
std::vector<std::string_view> split_fields(std::string_view line, char separator);

/// The parts between runs of spaces and tabs; none is empty.
std::vector<std::string_view> split_blanks(std::string_view line);

/// Without white space (of ASCII) at both ends.
std::string_view trimmed(std::string_view text);

/// A number of at most nine digits and nothing else, or -1.
Index small_number(std::string_view digits);

}  // namespace attnscope
