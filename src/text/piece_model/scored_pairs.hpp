// The merging of SentencePiece's BPE models, as GGUF files and llama2.c store them: pieces with scores, no
// list of merges.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "text/parts.hpp"
#include "text/vocabulary.hpp"

namespace attnscope {

struct ScoredPairParts {
  Vocabulary vocabulary;
  std::vector<float> scores;          ///< by id
  std::array<Index, 256> byte_ids{};  ///< of the pieces that stand for bytes, -1 where there is none
  Index unknown = -1;                 ///< without it a character that is neither piece nor bytes vanishes
};

/// Two neighbours become one where the vocabulary has them joined: the best score first, the leftmost among
/// equals. Requires: as many scores as pieces.
std::unique_ptr<const PieceModel> make_scored_pairs(ScoredPairParts parts);

/// The ids of "<0x00>" to "<0xFF>".
std::array<Index, 256> byte_ids_of(const Vocabulary& vocabulary);

}  // namespace attnscope
