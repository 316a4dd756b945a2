// Pairs of two sets with the largest total similarity.
#pragma once

#include "core/matrix.hpp"

namespace attnscope {

/// The largest sum of similarities when each row is paired with at most one column and the other way round
/// (Kuhn 1955, Munkres 1957). similarities: [rows x columns], not negative; O(n³).
double best_assignment(ConstDoubleMatrixView similarities);

}  // namespace attnscope
