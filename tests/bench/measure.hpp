// Small things that the benchmarks share.
#pragma once

#include <benchmark/benchmark.h>

#include <string>

#include "attention/kernels/kernels.hpp"
#include "core/matrix.hpp"

namespace attnscope::bench {

/// Numbers from [-1, 1), the same each time.
inline Matrix random_matrix(Index rows, Index cols, unsigned seed) {
  Matrix matrix(rows, cols);
  unsigned state = seed;
  for (float& number : matrix.numbers()) {
    state = state * 1664525u + 1013904223u;
    number = static_cast<float>(state >> 8) * 0x1p-23f - 1.0f;
  }
  return matrix;
}

/// Work of one iteration, as a rate in the output.
inline void count_flops(benchmark::State& state, double flops) {
  state.counters["FLOP/s"] = benchmark::Counter(flops, benchmark::Counter::kIsIterationInvariantRate);
}

/// Registers FAMILY/INSTRUCTION_SET/CASE for each instruction set of this machine; body(state) runs under it.
template <typename Body>
void register_for_each_instruction_set(const std::string& family, const std::string& name, Body body) {
  for (const std::string_view set : kernels::supported_instruction_sets()) {
    const std::string full = family + "/" + std::string(set) + (name.empty() ? "" : "/" + name);
    benchmark::RegisterBenchmark(full.c_str(),
                                 [set, body](benchmark::State& state) {
                                   const std::string before(kernels::instruction_set());
                                   kernels::use_instruction_set(set);
                                   body(state);
                                   kernels::use_instruction_set(before);
                                 })
        ->Repetitions(5)
        ->MinTime(0.1);
  }
}

}  // namespace attnscope::bench
