// Files of sentences: a text a line, or the whole file as one text.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/matrix.hpp"
#include "text/text_file.hpp"

namespace attnscope {

/// A text and the line that it starts on, from 1.
struct Sentence {
  std::string text;
  Index line = 1;
};

struct SentenceFileOptions {
  enum class Unit { line, file };  ///< a passage is the whole file
  using InvalidUtf8 = attnscope::InvalidUtf8;
  Unit unit = Unit::line;
  InvalidUtf8 invalid_utf8 = InvalidUtf8::refuse;
};

/// The texts of a file, or of standard input for "-". White space at both ends of a text is cut, empty lines
/// are skipped, a byte order mark is skipped, and lines may end with CR LF. In a passage single line breaks
/// become spaces. Throws: Error(input) for UTF-16, NUL bytes or invalid UTF-8 (with line and byte), and where
/// no text is left.
std::vector<Sentence> read_sentences(const std::filesystem::path& path,
                                     const SentenceFileOptions& options = {});

/// The same of bytes; `name` stands for the file in errors.
std::vector<Sentence> parse_sentences(std::string bytes, const std::string& name,
                                      const SentenceFileOptions& options = {});

}  // namespace attnscope
