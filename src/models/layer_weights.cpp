// Reads and packs the parts of a layer; independent parts are read by different threads.
#include "models/layer_weights.hpp"

#include <algorithm>
#include <array>
#include <functional>

namespace attnscope {
namespace {

using Jobs = std::vector<std::function<void()>>;

void run_all(const Jobs& jobs, ThreadPool& pool) {
  pool.run(static_cast<Index>(jobs.size()),
           [&](Index unit, Index) { jobs[static_cast<std::size_t>(unit)](); });
}

void add_linear(Jobs& jobs, Linear& target, const Tensors& tensors, std::vector<LinearSource> sources) {
  if (!sources.front()) return;
  jobs.emplace_back(
      [&target, &tensors, sources = std::move(sources)] { target = load_linear(tensors, sources); });
}

/// Expert weights are stored as [in, out].
Linear load_expert(std::span<const float> stored, std::span<const float> bias, Index inputs, Index outputs) {
  Matrix weights(outputs, inputs);
  for (Index input = 0; input < inputs; ++input) {
    for (Index output = 0; output < outputs; ++output) {
      weights(output, input) = stored[static_cast<std::size_t>(input * outputs + output)];
    }
  }
  return {.weights = kernels::pack(weights), .bias = {bias.begin(), bias.end()}};
}

void load_experts(FeedForwardWeights& weights, const FeedForwardPlan& plan, const Tensors& tensors,
                  Index width) {
  const ExpertsPlan& experts = *plan.experts;
  const Index doubled = 2 * plan.inner;
  const auto gate_up = tensors.numbers(experts.gate_up, std::array{experts.count, width, doubled});
  const auto gate_up_bias = tensors.numbers(experts.gate_up + "_bias", std::array{experts.count, doubled});
  const auto down = tensors.numbers(experts.down, std::array{experts.count, plan.inner, width});
  const auto down_bias = tensors.numbers(experts.down + "_bias", std::array{experts.count, width});
  const auto part = [](const std::vector<float>& all, Index index, Index size) {
    return std::span(all).subspan(static_cast<std::size_t>(index * size), static_cast<std::size_t>(size));
  };
  for (Index expert = 0; expert < experts.count; ++expert) {
    weights.experts.push_back({.gate_up = load_expert(part(gate_up, expert, width * doubled),
                                                      part(gate_up_bias, expert, doubled), width, doubled),
                               .down = load_expert(part(down, expert, plan.inner * width),
                                                   part(down_bias, expert, width), plan.inner, width)});
  }
}

}  // namespace

Matrix Linear::operator()(ConstMatrixView x, ThreadPool& pool) const {
  Matrix y(x.rows, weights.outputs());
  kernels::linear(x, weights, bias, y, pool);
  return y;
}

void Norm::apply(ConstMatrixView x, MatrixView y) const {
  const auto epsilon = static_cast<float>(source.epsilon);
  if (source.kind == NormSource::Kind::layer) {
    kernels::layer_norm(x, gain, shift, epsilon, y);
  } else {
    kernels::rms_norm(x, gain, epsilon, y);
  }
}

void Norm::apply(ConstMatrixView x, MatrixView y, ThreadPool& pool) const {
  for_row_groups(x.rows, pool,
                 [&](Index first, Index rows) { apply(x.row_range(first, rows), y.row_range(first, rows)); });
}

Linear load_linear(const Tensors& tensors, std::span<const LinearSource> sources) {
  return {.weights = kernels::pack(tensors.linear(sources)), .bias = tensors.biases(sources)};
}

Norm load_norm(const Tensors& tensors, const NormSource& source) {
  Norm norm{.source = source};
  if (!source) return norm;
  if (source.has_gain) norm.gain = tensors.vector(source.name + ".weight", source.size);
  if (source.has_shift) norm.shift = tensors.vector(source.name + ".bias", source.size);
  for (float& gain : norm.gain) gain += static_cast<float>(source.gain_offset);
  return norm;
}

ProjectionWeights load_self_projections(const AttentionPlan& plan, const Tensors& tensors, Index heads,
                                        ThreadPool& pool) {
  ProjectionWeights weights;
  Jobs jobs;
  add_linear(jobs, weights.all, tensors, {plan.query, plan.key, plan.value});
  add_linear(jobs, weights.position_key, tensors, {plan.position_key});
  add_linear(jobs, weights.position_query, tensors, {plan.position_query});
  run_all(jobs, pool);
  weights.input = load_norm(tensors, plan.norms.input);
  weights.query_norm = load_norm(tensors, plan.query_norm);
  weights.key_norm = load_norm(tensors, plan.key_norm);
  if (!plan.sinks.empty()) weights.sinks = tensors.vector(plan.sinks, heads);
  return weights;
}

ProjectionWeights load_cross_projections(const AttentionPlan& plan, const Tensors& tensors,
                                         ThreadPool& pool) {
  ProjectionWeights weights;
  Jobs jobs;
  add_linear(jobs, weights.query, tensors, {plan.query});
  add_linear(jobs, weights.key_value, tensors, {plan.key, plan.value});
  run_all(jobs, pool);
  weights.input = load_norm(tensors, plan.norms.input);
  return weights;
}

OutputWeights load_output(const AttentionPlan& plan, const Tensors& tensors) {
  return {.output = load_linear(tensors, std::array{plan.output}),
          .after = load_norm(tensors, plan.norms.output),
          .sum = load_norm(tensors, plan.norms.sum)};
}

FeedForwardWeights load_feed_forward(const FeedForwardPlan& plan, const Tensors& tensors, Index width,
                                     ThreadPool& pool) {
  FeedForwardWeights weights;
  Jobs jobs;
  add_linear(jobs, weights.gate, tensors, {plan.gate});
  add_linear(jobs, weights.up, tensors, {plan.up});
  add_linear(jobs, weights.down, tensors, {plan.down});
  if (plan.experts) {
    add_linear(jobs, weights.router, tensors, {plan.experts->router});
    jobs.emplace_back([&] { load_experts(weights, plan, tensors, width); });
  }
  run_all(jobs, pool);
  weights.norms = {.input = load_norm(tensors, plan.norms.input),
                   .output = load_norm(tensors, plan.norms.output),
                   .sum = load_norm(tensors, plan.norms.sum)};
  return weights;
}

}  // namespace attnscope
