// Word vectors in the place of a model: the rows of a table that some words need.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

struct EmbeddingTable {
  Matrix vectors;           ///< [words x dim], a row for each word asked for
  std::vector<bool> found;  ///< of each word: whether the table has it, in this or in lower case
  std::vector<std::string>
      entries;         ///< of each word: the table's spelling; for a word not found "<unk>" or empty
  std::string name;    ///< "books50", or the file's name
  std::string format;  ///< "word2vec text", "word2vec binary", "GloVe text", "npy", "npz"
};

/// The vectors of `words`. `typed` names a shipped table ("books50") or a file: word2vec text or binary,
/// GloVe text, fastText .vec, .npz with one matrix and one list of texts, or .npy with a list of words, one a
/// line, beside it (vectors.txt, vectors.vocab or vectors.words for vectors.npy) or named:
/// "vectors.npy:words=list.txt". A word is looked up as it is, then in lower case. One that the table has in
/// neither form gets the table's own
/// "<unk>" row if it has one, else zeros, and is not found. Of words that appear twice the first counts.
/// Files of any size are scanned, and only the rows needed are kept.
/// Throws: Error(input) that names the line or word for what is no such table, or is cut, or holds NaN.
EmbeddingTable load_embeddings(std::string_view typed, std::span<const std::string> words);

/// The cosine of the angle between two vectors of one size; 0 where one of them is zero.
double cosine(std::span<const float> one, std::span<const float> other);

/// A word of a table, and the cosine between its vector and another one.
struct NearWord {
  std::string word;
  double similarity = 0.0;
};

/// The words of a table whose vectors are nearest to `vector` by cosine, best first; of equal ones the earlier.
/// The whole table is read and held. Throws: Error(input) as load_embeddings.
std::vector<NearWord> nearest_words(std::string_view typed, std::span<const float> vector, Index most);

/// The names of the shipped tables.
std::vector<std::string> shipped_embeddings();

}  // namespace attnscope
