// From token ids to the input of the first layer.
#pragma once

#include <span>

#include "core/parallel.hpp"
#include "models/blueprint.hpp"
#include "models/layer_weights.hpp"

namespace attnscope {

/// Small weights that every text needs; the big tables are read row by row.
struct EmbeddingWeights {
  Norm norm;
  Linear projection;
  Norm projected_norm;
};

EmbeddingWeights load_embedding(const EmbeddingPlan& plan, const Tensors& tensors);

/// [ids x stack width]. segments: a type for each id, or none for all 0.
/// Throws: Error(input) for an id outside the table, or more ids than the position table has rows.
Matrix embed(const EmbeddingPlan& plan, const EmbeddingWeights& weights, const Tensors& tensors,
             std::span<const Index> ids, std::span<const Index> segments, ThreadPool& pool);

}  // namespace attnscope
