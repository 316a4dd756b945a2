// Maps of long texts in one pass: rate, threads, patterns, growth, memory.
#include <fstream>
#include <string>

#include "attention/pooled.hpp"
#include "bench/eigen_two_pass.hpp"
#include "bench/measure.hpp"

namespace attnscope::bench {
namespace {

constexpr GridSize grid{1024, 1024};

StreamOptions scaled(Index head_size) {
  return {.scale = 1.0f / std::sqrt(static_cast<float>(head_size))};
}

void pooled(benchmark::State& state, Index n, Index head_size, Index threads) {
  ThreadPool pool(threads);
  const Matrix q = random_matrix(n, head_size, 1);
  const Matrix k = random_matrix(n, head_size, 2);
  for (auto _ : state) {
    benchmark::DoNotOptimize(pool_attention(q, k, scaled(head_size), grid, pool).sum.data());
  }
  count_flops(state, 2.0 * static_cast<double>(n * n * head_size));
}

// A band of 512 keys: only the tiles near the diagonal are computed.
void band(benchmark::State& state, Index n) {
  ThreadPool pool(1);
  const Matrix q = random_matrix(n, 64, 1);
  const Matrix k = random_matrix(n, 64, 2);
  StreamOptions options = scaled(64);
  options.visible = [n](Index query) {
    return KeyRange{std::max<Index>(0, query - 256), std::min(n, query + 256)};
  };
  for (auto _ : state) benchmark::DoNotOptimize(pool_attention(q, k, options, grid, pool).sum.data());
}

void causal(benchmark::State& state, Index n) {
  ThreadPool pool(1);
  const Matrix q = random_matrix(n, 64, 1);
  const Matrix k = random_matrix(n, 64, 2);
  StreamOptions options = scaled(64);
  options.visible = [](Index query) { return KeyRange{0, query + 1}; };
  for (auto _ : state) benchmark::DoNotOptimize(pool_attention(q, k, options, grid, pool).sum.data());
}

void context(benchmark::State& state, Index n, Index head_size) {
  ThreadPool pool(1);
  const Matrix q = random_matrix(n, head_size, 1);
  const Matrix k = random_matrix(n, head_size, 2);
  const Matrix v = random_matrix(n, head_size, 3);
  Matrix out(n, head_size);
  for (auto _ : state) {
    streamed_context(q, k, v, scaled(head_size), out, pool);
    benchmark::DoNotOptimize(out.data());
  }
  count_flops(state, 4.0 * static_cast<double>(n * n * head_size));
}

void two_pass(benchmark::State& state, Index n) {
  const Matrix q = random_matrix(n, 64, 1);
  const Matrix k = random_matrix(n, 64, 2);
  Matrix mean(grid.rows, grid.cols);
  Matrix largest(grid.rows, grid.cols);
  for (auto _ : state) pool_in_two_passes(q, k, 0.125f, mean, largest);
}

/// The most memory this process has held since it was last asked, in KiB; 0 where the system does not tell.
double take_peak_memory() {
  double peak = 0.0;
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word == "VmHWM:") status >> peak;
  }
  std::ofstream("/proc/self/clear_refs") << 5;  // starts the mark anew
  return peak;
}

// Everything that one head of a text of 131 072 tokens takes above Q and K. One run: it is long.
void memory_of_long_text(benchmark::State& state) {
  constexpr Index n = 131072;
  ThreadPool pool(2);
  const Matrix q = random_matrix(n, 64, 1);
  const Matrix k = random_matrix(n, 64, 2);
  take_peak_memory();
  const double before = take_peak_memory();
  for (auto _ : state) benchmark::DoNotOptimize(pool_attention(q, k, scaled(64), grid, pool).sum.data());
  state.counters["MiB"] = (take_peak_memory() - before) / 1024.0;
}

template <typename Body>
void register_once(const std::string& name, int repetitions, Body body) {
  benchmark::RegisterBenchmark(name.c_str(), body)
      ->Repetitions(repetitions)
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
  const auto names = kernels::supported_instruction_sets();
  for (const std::string_view set : names) {
    if (set == "baseline") continue;
    const auto under = [set](auto body) {
      return [set, body](benchmark::State& state) {
        const std::string before(kernels::instruction_set());
        kernels::use_instruction_set(set);
        body(state);
        kernels::use_instruction_set(before);
      };
    };
    const std::string name = "pooled/" + std::string(set);
    register_once(name + "/32768x64", 3, under([](auto& state) { pooled(state, 32768, 64, 1); }));
    register_once(name + "/32768x32", 3, under([](auto& state) { pooled(state, 32768, 32, 1); }));
  }
  for (const Index threads : {1, 2}) {
    const std::string name = "pooled/threads" + std::to_string(threads) + "/16384x64";
    benchmark::RegisterBenchmark(name.c_str(), [threads](auto& state) { pooled(state, 16384, 64, threads); })
        ->Repetitions(5)
        ->Iterations(1)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  }
  for (const Index n : {8192, 32768}) {
    const std::string size = std::to_string(n);
    register_once("pooled/full/" + size, 3, [n](auto& state) { pooled(state, n, 64, 1); });
    register_once("pooled/causal/" + size, 3, [n](auto& state) { causal(state, n); });
    register_once("pooled/band512/" + size, 5, [n](auto& state) { band(state, n); });
  }
  register_once("context/8192x64", 3, [](auto& state) { context(state, 8192, 64); });
  if (names.back() == "v4") {
    register_once("pooled/two_pass_eigen_v4/16384x64", 3, [](auto& state) { two_pass(state, 16384); });
    register_once("pooled/one_pass/16384x64", 3, [](auto& state) { pooled(state, 16384, 64, 1); });
  }
  register_once("pooled/memory/131072x64", 1, memory_of_long_text);
  return true;
}();

}  // namespace
}  // namespace attnscope::bench
