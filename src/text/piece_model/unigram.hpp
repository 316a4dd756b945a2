// Unigram, made from its parts: for files other than tokenizer.json.
#pragma once

#include <memory>
#include <vector>

#include "text/parts.hpp"
#include "text/vocabulary.hpp"

namespace attnscope {

struct UnigramParts {
  Vocabulary vocabulary;
  std::vector<double> scores = {};  ///< log probabilities, by id
  Index unknown = -1;          ///< without it text that is not in the vocabulary is an error
  bool falls_back_to_bytes = false;
  bool sums_in_single = false;  ///< adds scores in single precision, as SentencePiece's library does
};

/// Requires: as many scores as pieces.
std::unique_ptr<const PieceModel> make_unigram(UnigramParts parts);

}  // namespace attnscope
