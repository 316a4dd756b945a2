// Products, softmax and activations in one thread, beside the peak of the same process.
#include <cmath>

#include "bench/measure.hpp"
#include "bench/peak.hpp"

namespace attnscope::bench {
namespace {

void peak(benchmark::State& state) {
  double flops = 0.0;
  for (auto _ : state) flops += run_multiply_adds(kernels::instruction_set(), 100000);
  state.counters["FLOP/s"] = benchmark::Counter(flops, benchmark::Counter::kIsRate);
}

// A tile of scores that stays in the cache, as streaming callers use it.
void scores_tile(benchmark::State& state, Index queries, Index keys, Index head_size) {
  const Matrix q = random_matrix(queries, head_size, 1);
  const kernels::PackedMatrix k = kernels::pack(random_matrix(keys, head_size, 2));
  Matrix s(queries, keys);
  for (auto _ : state) {
    kernels::scores(q, k, 0.125f, s);
    benchmark::DoNotOptimize(s.data());
  }
  count_flops(state, 2.0 * static_cast<double>(queries * keys * head_size));
}

void weighted_sum_tile(benchmark::State& state, Index queries, Index keys, Index value_size) {
  const Matrix w = random_matrix(queries, keys, 3);
  const Matrix v = random_matrix(keys, value_size, 4);
  Matrix out(queries, value_size);
  for (auto _ : state) {
    kernels::weighted_sum(w, v, out);
    benchmark::DoNotOptimize(out.data());
  }
  count_flops(state, 2.0 * static_cast<double>(queries * keys * value_size));
}

void linear(benchmark::State& state, Index rows, Index inputs, Index outputs) {
  const Matrix x = random_matrix(rows, inputs, 5);
  const kernels::PackedMatrix weights = kernels::pack(random_matrix(outputs, inputs, 6));
  const Matrix bias = random_matrix(1, outputs, 7);
  Matrix y(rows, outputs);
  for (auto _ : state) {
    kernels::linear(x, weights, bias.numbers(), y);
    benchmark::DoNotOptimize(y.data());
  }
  count_flops(state, 2.0 * static_cast<double>(rows * inputs * outputs));
}

void softmax_rows(benchmark::State& state) {
  // Rows that have been through it are as good as others: no value makes it faster.
  Matrix s = random_matrix(16, 2048, 8);
  for (auto _ : state) {
    kernels::softmax_rows(s);
    benchmark::DoNotOptimize(s.data());
  }
  state.SetItemsProcessed(state.iterations() * s.size());
}

// What one would write without kernels.
void softmax_by_std_exp(benchmark::State& state) {
  const Matrix scores = random_matrix(16, 2048, 8);
  Matrix s(16, 2048);
  for (auto _ : state) {
    for (Index row = 0; row < s.rows(); ++row) {
      float most = scores(row, 0);
      for (const float score : scores.row(row)) most = std::max(most, score);
      float sum = 0.0f;
      for (Index col = 0; col < s.cols(); ++col) sum += s(row, col) = std::exp(scores(row, col) - most);
      for (float& weight : s.row(row)) weight /= sum;
    }
    benchmark::DoNotOptimize(s.data());
  }
  state.SetItemsProcessed(state.iterations() * s.size());
}

void activation(benchmark::State& state, void (*function)(std::span<float>)) {
  const Matrix start = random_matrix(16, 1536, 9);
  Matrix x = start;
  for (auto _ : state) {
    x = start;
    function(x.numbers());
    benchmark::DoNotOptimize(x.data());
  }
  state.SetItemsProcessed(state.iterations() * x.size());
}

const bool registered = [] {
  register_for_each_instruction_set("peak", "", peak);
  register_for_each_instruction_set("tile", "128x512x64",
                                    [](auto& state) { scores_tile(state, 128, 512, 64); });
  register_for_each_instruction_set("tile", "64x512x32",
                                    [](auto& state) { scores_tile(state, 64, 512, 32); });
  register_for_each_instruction_set("weighted_sum", "128x512x64",
                                    [](auto& state) { weighted_sum_tile(state, 128, 512, 64); });
  register_for_each_instruction_set("linear", "128x384x1536",
                                    [](auto& state) { linear(state, 128, 384, 1536); });
  register_for_each_instruction_set("linear", "512x1536x384",
                                    [](auto& state) { linear(state, 512, 1536, 384); });
  register_for_each_instruction_set("softmax", "16x2048", softmax_rows);
  benchmark::RegisterBenchmark("softmax/std_exp/16x2048", softmax_by_std_exp)->Repetitions(5)->MinTime(0.1);
  register_for_each_instruction_set("gelu", "", [](auto& state) { activation(state, kernels::gelu); });
  register_for_each_instruction_set("exp", "", [](auto& state) { activation(state, kernels::exp); });
  return true;
}();

}  // namespace
}  // namespace attnscope::bench
