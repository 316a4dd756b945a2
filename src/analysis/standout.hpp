// Which heads are worth a look on this text, and why.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/shape.hpp"

namespace attnscope {

/// A pair of tokens and the weight between them.
struct WeightedPair {
  Index query = 0;
  Index key = 0;
  double weight = 0.0;
};

/// The largest weights between different words, special tokens and continuation pieces as queries left aside;
/// at most one a query and one a pair of words, largest first. weights: [tokens x tokens]
std::vector<WeightedPair> strongest_pairs(ConstMatrixView weights, const std::vector<Token>& tokens,
                                          Index most);

/// A map to judge; it must outlive the call.
struct JudgedMap {
  Index layer = 0;
  Index head = 0;
  ConstMatrixView weights;
};

struct HeadFinding {
  Index layer = 0;
  Index head = 0;
  Shape shape;
  double score = 0.0;  ///< 0 to 1: how clearly the head does one thing
  std::vector<WeightedPair> pairs = {};
};

/// All heads, the clearest first. Heads that link words come before positions, and positions before sinks.
std::vector<HeadFinding> rank_heads(std::span<const JudgedMap> maps, const std::vector<Token>& tokens);

/// At most `most` of them that differ: no two with the same kind, offset and sink until each has been named
/// once.
std::vector<HeadFinding> choose_standouts(const std::vector<HeadFinding>& ranked, Index most);

}  // namespace attnscope
