// Lists of words that go with a matrix: the tokens of its rows or columns.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace attnscope {

/// A text file with a word on each line (a line end at the end of the file adds none), or a JSON array of
/// texts. Throws: Error(input) when it is neither, or not UTF-8.
std::vector<std::string> read_word_list(const std::filesystem::path& path);

}  // namespace attnscope
