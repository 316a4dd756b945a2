// GAP: a snippet of Wikipedia, a pronoun in it, and two names of which at most one is meant.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "text/text_file.hpp"
#include "text/text_stretch.hpp"

namespace attnscope {

struct GapExample {
  std::string id;
  std::string text;
  TextStretch pronoun;
  TextStretch first_name;
  TextStretch second_name;
  bool is_first_right = false;
  bool is_second_right = false;
};

/// The header row may be missing. Throws: Error(input) with file and line for a row that has not eleven
/// columns, or whose names do not stand where their offsets say.
std::vector<GapExample> read_gap(const std::filesystem::path& path,
                                 InvalidUtf8 invalid = InvalidUtf8::refuse);

/// The same of text that is UTF-8; `name` stands for the file in errors.
std::vector<GapExample> parse_gap(std::string_view text, const std::string& name);

}  // namespace attnscope
