// Tables of word vectors as NumPy arrays with a list of words.
#pragma once

#include <filesystem>

#include "models/word_vectors/wanted_rows.hpp"

namespace attnscope {

/// A matrix [words x dim] in `array`, and its words in `list` (empty: beside the array, under the same name).
/// Reads the rows that are wanted. Throws: Error(input) when the counts differ, or there is no list.
void read_npy_vectors(const std::filesystem::path& array, std::filesystem::path list, WantedRows& rows);

/// One matrix of numbers and one list of texts in an archive; the list may also be given as a file.
void read_npz_vectors(const std::filesystem::path& archive, const std::filesystem::path& list,
                      WantedRows& rows);

}  // namespace attnscope
