// The weights of one layer, packed for the kernels.
#pragma once

#include <span>
#include <vector>

#include "attention/kernels/kernels.hpp"
#include "core/parallel.hpp"
#include "models/tensors.hpp"

namespace attnscope {

/// y = x · Wᵀ + b.
struct Linear {
  kernels::PackedMatrix weights = {};  ///< [outputs x inputs]
  std::vector<float> bias = {};        ///< [outputs] or none

  bool empty() const { return weights.outputs() == 0; }
  /// x: [rows x inputs] → [rows x outputs]
  Matrix operator()(ConstMatrixView x, ThreadPool& pool) const;
};

/// A norm of rows; an empty one leaves them.
struct Norm {
  NormSource source = {};
  std::vector<float> gain = {};
  std::vector<float> shift = {};

  explicit operator bool() const { return static_cast<bool>(source); }
  /// y may be x.
  void apply(ConstMatrixView x, MatrixView y, ThreadPool& pool) const;
  /// In the calling thread.
  void apply(ConstMatrixView x, MatrixView y) const;
};

struct NormSet {
  Norm input;
  Norm output;
  Norm sum;
};

/// What makes Q, K and V.
struct ProjectionWeights {
  Norm input;
  Linear all;        ///< self attention: queries, keys and values side by side
  Linear query;      ///< cross attention
  Linear key_value;  ///< cross attention
  Norm query_norm;
  Norm key_norm;
  std::vector<float> sinks;
  Linear position_key;
  Linear position_query;
};

/// What comes after the weighted sum of values.
struct OutputWeights {
  Linear output;
  Norm after;  ///< of the output, before it is added
  Norm sum;
};

struct Expert {
  Linear gate_up;  ///< even outputs gate, odd ones up
  Linear down;
};

struct FeedForwardWeights {
  NormSet norms;
  Linear gate;
  Linear up;
  Linear down;
  Linear router;
  std::vector<Expert> experts;
};

Linear load_linear(const Tensors& tensors, std::span<const LinearSource> sources);
Norm load_norm(const Tensors& tensors, const NormSource& source);
ProjectionWeights load_self_projections(const AttentionPlan& plan, const Tensors& tensors, Index heads,
                                        ThreadPool& pool);
ProjectionWeights load_cross_projections(const AttentionPlan& plan, const Tensors& tensors, ThreadPool& pool);
OutputWeights load_output(const AttentionPlan& plan, const Tensors& tensors);
FeedForwardWeights load_feed_forward(const FeedForwardPlan& plan, const Tensors& tensors, Index width,
                                     ThreadPool& pool);

/// Rows in groups of fixed size over the threads: work(first row, rows).
template <typename Work>
void for_row_groups(Index rows, ThreadPool& pool, Work work) {
  constexpr Index group = 32;
  pool.run((rows + group - 1) / group,
           [&](Index unit, Index) { work(unit * group, std::min(group, rows - unit * group)); });
}

}  // namespace attnscope
