// Attention as a product of thin matrices, applied from the right: A = M₁·M₂·…
#pragma once

#include <memory>
#include <vector>

#include "attention/stages.hpp"

namespace attnscope {

/// The first factor has a row for each query, the last a column for each key.
std::unique_ptr<const Operator> product_operator(std::vector<DoubleMatrix> factors);

/// softmax(scale · q · kᵀ), row by row. [q.rows x k.rows]
DoubleMatrix softmax_scores(const DoubleMatrix& q, const DoubleMatrix& k, double scale);

/// Means of consecutive rows: [parts x cols]; the rows are shared out as evenly as they go. Requires: parts
/// <= rows.
DoubleMatrix segment_means(const DoubleMatrix& rows, Index parts);
/// The matrix that makes those means: [parts x rows].
DoubleMatrix segment_mean_weights(Index rows, Index parts);

/// FLOPs of the two softmax maps [queries x parts] and [parts x keys] and of applying them.
Cost landmark_cost(const Sizes& sizes, Index parts);

}  // namespace attnscope
