// Pooled maps against the explicit map, in double, under every instruction set.
#include "attention/pooled.hpp"

#include <cmath>
#include <limits>

#include "attention/kernels/kernel_cases.hpp"
#include "support/streamed_cases.hpp"

using namespace attnscope;

namespace {

struct Worst {
  double sum = 0.0;      // of the error relative to the cell's sum, where that is above 1e-20
  double largest = 0.0;  // the same of the largest weight
  double allowed = 0.0;  // difference in counts
};

double relative(double found, double expected) {
  if (expected < 1e-20) return found <= 1e-20 ? 0.0 : 1e9;
  return std::isfinite(found) ? std::abs(found - expected) / expected : 1e9;
}

Worst compare(const StreamedCase& streamed, const PooledMap& map) {
  const DoubleMatrix weights = weights_in_double(streamed);
  const Matrix allowed = allowed_pairs(streamed);
  Worst worst;
  for (Index row = 0; row < map.sum.rows(); ++row) {
    for (Index col = 0; col < map.sum.cols(); ++col) {
      double sum = 0.0;
      double largest = 0.0;
      double count = 0.0;
      for (Index query = 0; query < weights.rows(); ++query) {
        if (query * map.sum.rows() / weights.rows() != row) continue;
        for (Index key = 0; key < weights.cols(); ++key) {
          if (key * map.sum.cols() / weights.cols() != col) continue;
          sum += weights(query, key);
          largest = std::max(largest, weights(query, key));
          count += static_cast<double>(allowed(query, key));
        }
      }
      worst.sum = std::max(worst.sum, relative(static_cast<double>(map.sum(row, col)), sum));
      worst.largest = std::max(worst.largest, relative(static_cast<double>(map.largest(row, col)), largest));
      worst.allowed = std::max(worst.allowed, std::abs(static_cast<double>(map.allowed(row, col)) - count));
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("a pooled map equals the explicit map pooled, for any grid", "[pooled]") {
  ThreadPool pool(2);
  under_every_instruction_set([&] {
    for (const StreamedCase& streamed : streamed_cases()) {
      INFO(streamed.name);
      for (const GridSize grid : {GridSize{1, 1}, GridSize{10, 7}, GridSize{33, 50}, GridSize{1024, 1024}}) {
        CAPTURE(grid.rows, grid.cols);
        const PooledMap map =
            pool_attention(streamed.q.view(), streamed.k.view(), streamed.options, grid, pool);
        CHECK(map.sum.rows() == std::min(grid.rows, streamed.q.view().rows));
        CHECK(map.sum.cols() == std::min(grid.cols, streamed.k.view().rows));
        // Scores of up to 60 have rounding errors of some 1e-5, and so have their exponentials.
        const Worst worst = compare(streamed, map);
        CHECK(worst.sum <= 3e-5);
        CHECK(worst.largest <= 3e-5);
        CHECK(worst.allowed == 0.0);
      }
    }
  });
}

TEST_CASE("a pooled map is the same for 1, 2 and 7 threads", "[pooled]") {
  const AwkwardMatrix q(700, 16, 31);
  const AwkwardMatrix k(650, 16, 32);
  ThreadPool one(1);
  const PooledMap expected = pool_attention(q.view(), k.view(), {}, {100, 90}, one);
  for (const Index threads : {2, 7}) {
    ThreadPool pool(threads);
    const PooledMap map = pool_attention(q.view(), k.view(), {}, {100, 90}, pool);
    CHECK(map.sum == expected.sum);
    CHECK(map.largest == expected.largest);
  }
}

TEST_CASE("rows of a pooled map sum to the number of queries in them", "[pooled]") {
  ThreadPool pool(2);
  const AwkwardMatrix q(3001, 32, 33);
  const AwkwardMatrix k(3001, 32, 34);
  const PooledMap map = pool_attention(q.view(), k.view(), {.scale = 0.2f}, {64, 64}, pool);
  for (const Index row : {0, 31, 63}) {
    double sum = 0.0;
    for (const float cell : map.sum.row(row)) sum += static_cast<double>(cell);
    const Index queries = first_in_cell(row + 1, 64, 3001) - first_in_cell(row, 64, 3001);
    CHECK(sum == Approx(static_cast<double>(queries)).epsilon(1e-6));
  }
}

TEST_CASE("a query with a NaN spoils its own grid row and no other", "[pooled]") {
  ThreadPool pool(1);
  under_every_instruction_set([&] {
    const AwkwardMatrix q(20, 4, 35);
    const AwkwardMatrix k(20, 4, 36);
    q(7, 2) = std::numeric_limits<float>::quiet_NaN();
    const PooledMap map = pool_attention(q.view(), k.view(), {}, {10, 10}, pool);
    CHECK(std::isnan(map.sum(3, 0)));
    CHECK(std::isnan(map.largest(3, 9)));
    CHECK(std::isfinite(map.sum(2, 0)));
    CHECK(std::isfinite(map.largest(4, 9)));
  });
}

TEST_CASE("pooling an explicit map leaves hidden pairs out of the mean", "[pooled]") {
  Matrix weights(2, 4);
  BasicMatrix<std::uint8_t> hidden(2, 4);
  weights(0, 0) = 1.0f;
  weights(1, 0) = 0.25f;
  weights(1, 1) = 0.5f;
  weights(1, 2) = -0.25f;
  hidden(0, 1) = hidden(0, 2) = hidden(0, 3) = hidden(1, 3) = 1;
  const PooledMap map = pool_weights(weights, hidden, {1, 2});
  CHECK(map.sum(0, 0) == 1.75f);
  CHECK(map.allowed(0, 0) == 3.0f);
  CHECK(map.largest(0, 0) == 1.0f);
  CHECK(map.mean()(0, 0) == 1.75f / 3.0f);
  CHECK(map.allowed(0, 1) == 1.0f);
  CHECK(map.largest(0, 1) == -0.25f);
  CHECK(map.mean()(0, 1) == -0.25f);
}

TEST_CASE("positions and grid cells agree", "[pooled]") {
  for (const Index count : {1, 5, 10, 97}) {
    for (Index cells = 1; cells <= count; ++cells) {
      CHECK(first_in_cell(0, cells, count) == 0);
      CHECK(first_in_cell(cells, cells, count) == count);
      for (Index cell = 0; cell < cells; ++cell) {
        CHECK(first_in_cell(cell, cells, count) * cells / count == cell);
        CHECK((first_in_cell(cell + 1, cells, count) - 1) * cells / count == cell);
      }
    }
  }
}
