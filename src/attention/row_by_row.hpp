// For normalisers that work on one row at a time.
#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "core/matrix.hpp"

namespace attnscope {

/// Calls weigh(row) on every row that has an allowed key, and makes zeros of the others. -infinity marks what
/// is excluded.
template <typename Weigh>
void row_by_row(DoubleMatrixView rows, Weigh weigh) {
  constexpr double excluded = -std::numeric_limits<double>::infinity();
  for (Index index = 0; index < rows.rows; ++index) {
    const std::span<double> row = rows.row(index);
    const bool sees_a_key =
        std::any_of(row.begin(), row.end(), [](double score) { return score != excluded; });
    if (sees_a_key) {
      weigh(row);
    } else {
      std::fill(row.begin(), row.end(), 0.0);
    }
  }
}

}  // namespace attnscope
