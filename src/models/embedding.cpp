// The big tables stay in the file; only the rows of a text are read.
#include "models/embedding.hpp"

#include <array>
#include <cmath>

namespace attnscope {
namespace {

void add(ConstMatrixView from, MatrixView to) {
  for (Index row = 0; row < to.rows; ++row) {
    for (Index col = 0; col < to.cols; ++col) to(row, col) += from(row, col);
  }
}

/// Sines in the first half of a row, cosines in the second, the slowest 10000 times slower than the first.
Matrix sinusoids(Index rows, Index width) {
  Matrix table(rows, width);
  const Index half = (width + 1) / 2;
  for (Index row = 0; row < rows; ++row) {
    for (Index col = 0; col < width; ++col) {
      const Index pair = col < half ? col : col - half;
      const double frequency =
          std::pow(10000.0, -2.0 * static_cast<double>(pair) / static_cast<double>(width));
      const double angle = static_cast<double>(row) * frequency;
      table(row, col) = static_cast<float>(col < half ? std::sin(angle) : std::cos(angle));
    }
  }
  return table;
}

/// The row of each id in the position table.
std::vector<Index> position_rows(const EmbeddingPlan& plan, std::span<const Index> ids) {
  std::vector<Index> rows;
  Index next = plan.first_position;
  for (const Index id : ids) rows.push_back(id == plan.padding_id ? plan.first_position - 1 : next++);
  return rows;
}

void add_positions(const EmbeddingPlan& plan, const Tensors& tensors, std::span<const Index> ids,
                   Matrix& states) {
  if (plan.kind == EmbeddingPlan::Positions::sinusoidal) {
    add(sinusoids(states.rows(), states.cols()), states);
  } else if (plan.kind == EmbeddingPlan::Positions::table) {
    add(tensors.rows(plan.positions, position_rows(plan, ids), states.cols()), states);
  }
}

void add_types(const EmbeddingPlan& plan, const Tensors& tensors, std::span<const Index> segments,
               Matrix& states) {
  if (plan.types.empty()) return;
  const std::vector<Index> zeros(static_cast<std::size_t>(states.rows()));
  add(tensors.rows(plan.types, segments.empty() ? std::span<const Index>(zeros) : segments, states.cols()),
      states);
}

}  // namespace

EmbeddingWeights load_embedding(const EmbeddingPlan& plan, const Tensors& tensors) {
  EmbeddingWeights weights{.norm = load_norm(tensors, plan.norm),
                           .projection = {},
                           .projected_norm = load_norm(tensors, plan.projected_norm)};
  if (plan.projection) weights.projection = load_linear(tensors, std::array{plan.projection});
  return weights;
}

Matrix embed(const EmbeddingPlan& plan, const EmbeddingWeights& weights, const Tensors& tensors,
             std::span<const Index> ids, std::span<const Index> segments, ThreadPool& pool) {
  Matrix states = tensors.rows(plan.tokens, ids, plan.width);
  if (plan.scale != 1.0) {
    for (float& value : states.numbers()) value *= static_cast<float>(plan.scale);
  }
  if (plan.are_positions_projected) add_positions(plan, tensors, ids, states);
  add_types(plan, tensors, segments, states);
  if (weights.norm) weights.norm.apply(states, states, pool);
  if (!weights.projection.empty()) states = weights.projection(states, pool);
  if (!plan.are_positions_projected) add_positions(plan, tensors, ids, states);
  if (weights.projected_norm) weights.projected_norm.apply(states, states, pool);
  return states;
}

}  // namespace attnscope
