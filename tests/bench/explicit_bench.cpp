// Maps that exist: all 72 heads of a text of some hundred tokens, as compare_peers.py measures them
// elsewhere.
#include "attention/kernels/kernels.hpp"
#include "bench/measure.hpp"
#include "core/parallel.hpp"

namespace attnscope::bench {
namespace {

constexpr Index heads = 72;
constexpr Index head_size = 32;

void maps(benchmark::State& state, Index n, Index threads) {
  ThreadPool pool(threads);
  const Matrix q = random_matrix(heads * n, head_size, 1);
  const Matrix k = random_matrix(heads * n, head_size, 2);
  std::vector<Matrix> weights(heads, Matrix(n, n));
  for (auto _ : state) {
    pool.run(heads, [&](Index head, Index) {
      const kernels::PackedMatrix keys = kernels::pack(k.view().row_range(head * n, n));
      const MatrixView map = weights[static_cast<std::size_t>(head)];
      // Rows by few, so that a tile is still in the cache when it is normalised.
      constexpr Index rows = 32;
      for (Index query = 0; query < n; query += rows) {
        const MatrixView tile = map.row_range(query, std::min(rows, n - query));
        kernels::scores(q.view().row_range(head * n + query, tile.rows), keys, 0.17677669f, tile);
        kernels::softmax_rows(tile);
      }
    });
    benchmark::DoNotOptimize(weights.front().data());
  }
  count_flops(state, 2.0 * static_cast<double>(heads * n * n * head_size));
}

const bool registered = [] {
  for (const Index n : {128, 512, 2048}) {
    for (const Index threads : {1, 2}) {
      const std::string name = "maps/threads" + std::to_string(threads) + "/" + std::to_string(n);
      benchmark::RegisterBenchmark(name.c_str(), [n, threads](auto& state) { maps(state, n, threads); })
          ->Repetitions(5)
          ->MinTime(0.05)
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
    }
  }
  return true;
}();

}  // namespace
}  // namespace attnscope::bench
