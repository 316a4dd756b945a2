// Tables of word vectors as text and as word2vec's binary records.
#pragma once

#include <optional>

#include "core/file.hpp"
#include "models/word_vectors/wanted_rows.hpp"

namespace attnscope {

/// The first line "COUNT DIM" of word2vec and fastText files.
struct VectorHeader {
  Index count = 0;
  Index dim = 0;
  std::uint64_t end = 0;  ///< bytes up to and with its line end
};

/// Nothing when the first line is not two whole numbers. Throws: Error(input) when the file cannot hold so
/// many.
std::optional<VectorHeader> read_vector_header(const InputFile& file);

/// Whether the first record after the header is binary.
bool has_binary_vectors(const InputFile& file, const VectorHeader& header);

/// A word and its numbers on each line, separated by single spaces or tabs. Without a header the first line
/// tells the size, and words may hold spaces: the last numbers are the vector. Only the lines of wanted words
/// are read in full. Throws: Error(input) with line and column.
void scan_text_vectors(const InputFile& file, const std::optional<VectorHeader>& header, WantedRows& rows);

/// word · space · DIM little-endian floats · usually a line end. Throws: Error(input) with the word's number,
/// from 1.
void scan_binary_vectors(const InputFile& file, const VectorHeader& header, WantedRows& rows);

}  // namespace attnscope
