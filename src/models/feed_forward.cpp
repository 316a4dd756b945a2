// Plain, gated, and a mixture of experts.
#include "models/feed_forward.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace attnscope {
namespace {

void activate(const Activation& activation, Matrix& x, ThreadPool& pool) {
  for_row_groups(x.rows(), pool, [&](Index first, Index rows) {
    const MatrixView group = x.view().row_range(first, rows);
    activation.apply({group.data, static_cast<std::size_t>(rows * group.cols)});
  });
}

Matrix plain(const FeedForwardPlan& plan, const FeedForwardWeights& weights, ConstMatrixView x,
             ThreadPool& pool) {
  Matrix inner = weights.up(x, pool);
  if (weights.gate.empty()) {
    activate(*plan.activation, inner, pool);
  } else {
    Matrix gate = weights.gate(x, pool);
    activate(*plan.activation, gate, pool);
    std::transform(inner.numbers().begin(), inner.numbers().end(), gate.numbers().begin(),
                   inner.numbers().begin(), std::multiplies<>());
  }
  return weights.down(inner, pool);
}

struct Pick {
  Index expert = 0;
  float weight = 0.0F;
};

/// The experts with the highest router scores, the first among equals, and the softmax over theirs alone.
std::vector<Pick> choose_experts(std::span<const float> scores, Index count) {
  std::vector<Index> order(scores.size());
  std::iota(order.begin(), order.end(), Index{0});
  const auto score = [&](Index expert) { return scores[static_cast<std::size_t>(expert)]; };
  std::stable_sort(order.begin(), order.end(),
                   [&](Index one, Index other) { return score(one) > score(other); });
  order.resize(static_cast<std::size_t>(count));
  std::vector<Pick> choices;
  float sum = 0.0F;
  for (const Index expert : order) {
    choices.push_back({expert, std::exp(score(expert) - score(order.front()))});
    sum += choices.back().weight;
  }
  for (Pick& choice : choices) choice.weight /= sum;
  return choices;
}

/// (clamp(up) + 1) · clamp(gate) · sigmoid(alpha · gate); even columns are gates. [1 x inner]
Matrix clamped_gate(const ExpertsPlan& plan, ConstMatrixView gate_up) {
  const auto limit = static_cast<float>(plan.limit);
  const auto alpha = static_cast<float>(plan.alpha);
  Matrix inner(1, gate_up.cols / 2);
  for (Index column = 0; column < inner.cols(); ++column) {
    const float gate = std::min(gate_up(0, 2 * column), limit);
    const float up = std::clamp(gate_up(0, 2 * column + 1), -limit, limit);
    inner(0, column) = (up + 1.0F) * gate / (1.0F + std::exp(-alpha * gate));
  }
  return inner;
}

Matrix mixture(const FeedForwardPlan& plan, const FeedForwardWeights& weights, ConstMatrixView x,
               ThreadPool& pool) {
  const ExpertsPlan& experts = *plan.experts;
  const Matrix scores = weights.router(x, pool);
  Matrix result(x.rows, x.cols);
  pool.run(x.rows, [&](Index token, Index) {
    Matrix gate_up(1, 2 * plan.inner);
    Matrix output(1, x.cols);
    for (const Pick& choice : choose_experts(scores.row(token), experts.chosen)) {
      const Expert& expert = weights.experts[static_cast<std::size_t>(choice.expert)];
      kernels::linear(x.row_range(token, 1), expert.gate_up.weights, expert.gate_up.bias, gate_up);
      kernels::linear(clamped_gate(experts, gate_up), expert.down.weights, expert.down.bias, output);
      for (Index column = 0; column < x.cols; ++column) {
        result(token, column) += choice.weight * output(0, column);
      }
    }
  });
  return result;
}

}  // namespace

Matrix feed_forward(const FeedForwardPlan& plan, const FeedForwardWeights& weights, ConstMatrixView x,
                    ThreadPool& pool) {
  return plan.experts ? mixture(plan, weights, x, pool) : plain(plan, weights, x, pool);
}

}  // namespace attnscope
