#include "cli/layer_timing.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <vector>

#include "attention/kernels/kernels.hpp"
#include "core/interrupt.hpp"
#include "core/random.hpp"

namespace attnscope::cli {
namespace {

constexpr Index tile_rows = 64;
/// Rows of a long text that are timed, and tiles of scores that are held at once.
constexpr Index most_rows = 2048;
constexpr Index most_scores = Index{1} << 23;

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Matrix random_matrix(Index rows, Index cols) {
  Matrix matrix(rows, cols);
  Random random(1);
  for (float& number : matrix.numbers()) number = static_cast<float>(random.normal());
  return matrix;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Linear layers and norms of some rows.
class RowParts {
 public:
  RowParts(const LayerShape& shape, Index rows)
      : shape_(shape),
        x_(random_matrix(rows, shape.width)),
        fused_(kernels::pack(
            random_matrix((shape.heads + 2 * shape.key_value_heads) * shape.head_size, shape.width))),
        output_(kernels::pack(random_matrix(shape.width, shape.heads * shape.head_size))),
        qkv_(rows, fused_.outputs()),
        back_(rows, shape.width) {
    if (shape.inner == 0) return;
    up_ = kernels::pack(random_matrix(shape.inner * (shape.has_gate ? 2 : 1), shape.width));
    down_ = kernels::pack(random_matrix(shape.width, shape.inner));
    inner_ = Matrix(rows, up_.outputs());
  }

  double projections(ThreadPool& pool) {
    return seconds_of([&] {
      kernels::linear(x_, fused_, {}, qkv_, pool);
      kernels::linear(qkv_.view().col_range(0, output_.inputs()), output_, {}, back_, pool);
    });
  }
  double feed_forward(ThreadPool& pool) {
    if (shape_.inner == 0) return 0.0;
    return seconds_of([&] {
      kernels::linear(x_, up_, {}, inner_, pool);
      const Index tiles = (inner_.rows() + tile_rows - 1) / tile_rows;
      pool.run(tiles, [&](Index tile, Index) {
        const Index last = std::min((tile + 1) * tile_rows, inner_.rows());
        for (Index row = tile * tile_rows; row < last; ++row)
          kernels::gelu(inner_.row(row).subspan(0, static_cast<std::size_t>(shape_.inner)));
      });
      kernels::linear(inner_.view().col_range(0, shape_.inner), down_, {}, back_, pool);
    });
  }
  double norms(ThreadPool& pool) {
    return seconds_of([&] {
      for (int round = 0; round < 2; ++round) {
        const Index tiles = (x_.rows() + tile_rows - 1) / tile_rows;
        pool.run(tiles, [&](Index tile, Index) {
          const Index first = tile * tile_rows;
          const Index count = std::min(tile_rows, x_.rows() - first);
          kernels::layer_norm(x_.view().row_range(first, count), {}, {}, 1e-5F,
                              back_.view().row_range(first, count));
        });
      }
    });
  }

 private:
  LayerShape shape_;
  Matrix x_;
  kernels::PackedMatrix fused_, output_, up_, down_;
  Matrix qkv_, back_, inner_;
};

struct AttentionTimes {
  double scores = 0.0;
  double softmax = 0.0;
  double weighted_sum = 0.0;
};

/// Scores, softmax and weighted sum of tiles of rows, phase by phase, so that each can be timed.
AttentionTimes time_tiles(const LayerShape& shape, Index tokens, Index tiles, ThreadPool& pool) {
  const Matrix q = random_matrix(tile_rows, shape.head_size);
  const Matrix k = random_matrix(tokens, shape.head_size);
  const Matrix v = random_matrix(tokens, shape.head_size);
  const kernels::PackedMatrix packed = kernels::pack(k);
  const Index held = std::clamp<Index>(most_scores / (tile_rows * tokens), pool.threads(), tiles);
  std::vector<Matrix> scores(static_cast<std::size_t>(held), Matrix(tile_rows, tokens));
  std::vector<Matrix> outputs(static_cast<std::size_t>(held), Matrix(tile_rows, shape.head_size));
  AttentionTimes times;
  for (Index first = 0; first < tiles; first += held) {
    throw_if_interrupted();
    const Index count = std::min(held, tiles - first);
    const auto phase = [&](const std::function<void(std::size_t)>& work) {
      return seconds_of(
          [&] { pool.run(count, [&](Index tile, Index) { work(static_cast<std::size_t>(tile)); }); });
    };
    times.scores += phase([&](std::size_t tile) { kernels::scores(q, packed, 0.1F, scores[tile]); });
    times.softmax += phase([&](std::size_t tile) { kernels::softmax_rows(scores[tile]); });
    times.weighted_sum +=
        phase([&](std::size_t tile) { kernels::weighted_sum(scores[tile], v, outputs[tile]); });
  }
  return times;
}

}  // namespace

MachineLimits measure_machine(ThreadPool& pool) {
  constexpr Index side = 256;
  constexpr Index products = 16;
  const kernels::PackedMatrix weights = kernels::pack(random_matrix(side, side));
  const Matrix x = random_matrix(side, side);
  std::vector<Matrix> y(static_cast<std::size_t>(pool.threads()), Matrix(side, side));
  constexpr Index numbers = Index{1} << 24;
  const std::vector<float> from(numbers, 1.0F);
  std::vector<float> to(numbers);
  const Index share = numbers / pool.threads();
  MachineLimits limits;
  for (int round = 0; round < 5; ++round) {
    const double product = seconds_of([&] {
      pool.run(products * pool.threads(), [&](Index, Index worker) {
        kernels::linear(x, weights, {}, y[static_cast<std::size_t>(worker)]);
      });
    });
    const double copy = seconds_of([&] {
      pool.run(pool.threads(), [&](Index unit, Index) {
        std::memcpy(to.data() + unit * share, from.data() + unit * share,
                    static_cast<std::size_t>(share) * 4);
      });
    });
    const auto done = static_cast<double>(products * pool.threads());
    limits.flops_per_second = std::max(limits.flops_per_second, done * 2.0 * side * side * side / product);
    limits.bytes_per_second =
        std::max(limits.bytes_per_second, 8.0 * static_cast<double>(share * pool.threads()) / copy);
  }
  return limits;
}

std::array<double, 6> time_layer(const LayerShape& shape, Index tokens, Index repeats, ThreadPool& pool) {
  const Index rows = std::min(tokens, most_rows);
  const double row_factor = static_cast<double>(tokens) / static_cast<double>(rows);
  RowParts parts(shape, rows);
  // A causal text has half of the pairs.
  const double all_tiles = static_cast<double>(shape.heads) * static_cast<double>(tokens) /
                           static_cast<double>(tile_rows) * (shape.is_causal ? 0.5 : 1.0);
  constexpr double timed_scores = 6e7;
  const double affordable = timed_scores / static_cast<double>(tile_rows * tokens);
  const auto tiles =
      static_cast<Index>(std::max(std::min(all_tiles, affordable), static_cast<double>(pool.threads())));
  const double tile_factor = all_tiles / static_cast<double>(tiles);

  std::array<std::vector<double>, 6> times;
  for (Index repeat = 0; repeat <= repeats; ++repeat) {
    throw_if_interrupted();
    const AttentionTimes attention = time_tiles(shape, tokens, tiles, pool);
    const std::array<double, 6> now{
        parts.projections(pool) * row_factor,  attention.scores * tile_factor,
        attention.softmax * tile_factor,       attention.weighted_sum * tile_factor,
        parts.feed_forward(pool) * row_factor, parts.norms(pool) * row_factor};
    if (repeat == 0) continue;  // to warm up
    for (std::size_t part = 0; part < now.size(); ++part) times[part].push_back(now[part]);
  }
  std::array<double, 6> medians{};
  for (std::size_t part = 0; part < medians.size(); ++part) medians[part] = median(times[part]);
  return medians;
}

}  // namespace attnscope::cli
