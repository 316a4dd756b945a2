// Maps of long texts, pooled into a grid while they are computed: the map itself never exists.
#pragma once

#include "attention/streamed.hpp"

namespace attnscope {

/// At most so many cells; never more than there are queries and keys.
struct GridSize {
  Index rows = 1024;
  Index cols = 1024;
};

/// A map in a grid: cell (r, c) covers the queries i with floor(i · rows / queries) = r and the keys
/// likewise.
struct PooledMap {
  Matrix sum;      ///< of the weights in the cell
  Matrix largest;  ///< of the weights in the cell
  Matrix allowed;  ///< pairs in the cell that may meet, a whole number
  Index queries = 0;
  Index keys = 0;

  /// Mean weight of the pairs that may meet; 0 where none may (see `allowed`).
  Matrix mean() const;
};

/// The first of `count` queries (or keys) in a cell of a grid with `cells` cells; the count for cell ==
/// cells.
Index first_in_cell(Index cell, Index cells, Index count);

/// The weights softmax(scale · q · kᵀ), pooled. q: [queries x head size], k: [keys x head size].
/// Cost: one pass over the visited pairs; memory for the grid, and for each thread three grid rows times the
/// kernels' panel width.
PooledMap pool_attention(ConstMatrixView q, ConstMatrixView k, const StreamOptions& options, GridSize grid,
                         ThreadPool& pool);

/// The same of a map that exists. hidden: [queries x keys], 1 where a pair may not meet, or empty.
PooledMap pool_weights(ConstMatrixView weights, BasicMatrixView<const std::uint8_t> hidden, GridSize grid);

}  // namespace attnscope
