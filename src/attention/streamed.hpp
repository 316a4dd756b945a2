// Attention over texts too long for their map: queries go through the keys in tiles, in memory that grows
// with the length of the text and not with its square. Only for softmax over scaled dot products, with
// anything added or hidden.
#pragma once

#include <functional>
#include <vector>

#include "attention/stages.hpp"
#include "core/matrix.hpp"
#include "core/parallel.hpp"

namespace attnscope {

/// Which pairs meet, and what is added to their scores. The functions are called from several threads at
/// once.
struct StreamOptions {
  float scale = 1.0f;
  /// No key outside the range of a query is seen. Not given: all keys are.
  std::function<KeyRange(Index query)> visible = {};
  /// Keys that at least one of `queries` queries from `first_query` on may see, as disjoint ranges in order:
  /// keys between them cost nothing. Not given: one range, from the first visible to the last.
  std::function<std::vector<KeyRange>(Index first_query, Index queries)> visited = {};
  /// Changes scores before the softmax: adds a prior, hides a pair by -infinity. scores: [keys x queries],
  /// row 0 is the key first_key, column 0 the query first_query. Called for each tile that is visited.
  std::function<void(Index first_query, Index first_key, MatrixView scores)> adjust = {};
};

/// out = softmax(scale · q · kᵀ) · v. q: [queries x head size], k: [keys x head size], v: [keys x value
/// size], out: [queries x value size]. A query that sees no key gets zeros.
void streamed_context(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const StreamOptions& options,
                      MatrixView out, ThreadPool& pool);

}  // namespace attnscope
