#include "analysis/cost_model.hpp"

#include <algorithm>

#include "attention/recipe_cost.hpp"

namespace attnscope {
namespace {

constexpr double bytes_per_number = 4.0;
constexpr double norm_flops = 8.0;  // sums of values and squares, a difference, a factor, gain and shift
constexpr double norms_a_layer = 2.0;

/// Of a linear layer: weights, input and output once each.
Cost linear_cost(double tokens, double inputs, double outputs) {
  return {.flops = 2.0 * tokens * inputs * outputs,
          .bytes = bytes_per_number * (inputs * outputs + tokens * (inputs + outputs))};
}

Cost operator+(const Cost& one, const Cost& other) {
  return {.flops = one.flops + other.flops, .bytes = one.bytes + other.bytes};
}

struct Widths {
  double width, queries, keys, heads, head_size, inner;
  explicit Widths(const LayerShape& shape)
      : width(static_cast<double>(shape.width)),
        queries(static_cast<double>(shape.heads * shape.head_size)),
        keys(static_cast<double>(shape.key_value_heads * shape.head_size)),
        heads(static_cast<double>(shape.heads)),
        head_size(static_cast<double>(shape.head_size)),
        inner(static_cast<double>(shape.inner)) {}
};

}  // namespace

std::array<Cost, 6> layer_cost(const LayerShape& shape, Index tokens) {
  const Widths w(shape);
  const auto n = static_cast<double>(tokens);
  const double pairs = w.heads * (shape.is_causal ? n * (n + 1.0) / 2.0 : n * n);
  std::array<Cost, 6> parts;
  const auto at = [&](LayerPart part) -> Cost& { return parts[static_cast<std::size_t>(part)]; };
  at(LayerPart::projections) =
      linear_cost(n, w.width, w.queries + 2.0 * w.keys) + linear_cost(n, w.queries, w.width);
  at(LayerPart::scores) = {2.0 * pairs * w.head_size, bytes_per_number * n * 2.0 * w.queries};
  at(LayerPart::softmax) = {normaliser_flops * pairs, 0.0};
  at(LayerPart::weighted_sum) = {2.0 * pairs * w.head_size, bytes_per_number * n * 2.0 * w.queries};
  if (shape.inner > 0) {
    at(LayerPart::feed_forward) = linear_cost(n, w.width, w.inner) + linear_cost(n, w.inner, w.width) +
                                  (shape.has_gate ? linear_cost(n, w.width, w.inner) : Cost{});
  }
  at(LayerPart::norms) = {norms_a_layer * norm_flops * n * w.width,
                          norms_a_layer * 2.0 * bytes_per_number * n * w.width};
  return parts;
}

double crossover_tokens(const LayerShape& shape) {
  const Widths w(shape);
  const double linear = 2.0 * (w.width * (w.queries + 2.0 * w.keys) + w.queries * w.width +
                               (shape.has_gate ? 3.0 : 2.0) * w.width * w.inner);
  const double a_pair = w.heads * (4.0 * w.head_size + normaliser_flops) * (shape.is_causal ? 0.5 : 1.0);
  return linear / a_pair;
}

double roofline_seconds(const Cost& cost, const MachineLimits& machine) {
  return std::max(cost.flops / machine.flops_per_second, cost.bytes / machine.bytes_per_second);
}

}  // namespace attnscope
