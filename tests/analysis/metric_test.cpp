// The metrics on maps whose values are known: uniform, identity, all on one key, blocks, previous token.
#include "analysis/metric.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "analysis/spectrum.hpp"
#include "support/catch.hpp"

using namespace attnscope;

namespace {

constexpr Index n = 32;
constexpr Index block = 8;

Matrix map_of(const std::function<double(Index, Index)>& weight) {
  Matrix map(n, n);
  for (Index query = 0; query < n; ++query) {
    for (Index key = 0; key < n; ++key) map(query, key) = static_cast<float>(weight(query, key));
  }
  return map;
}

double measured(const std::string& metric, const Matrix& map) {
  const std::vector<double> values = singular_values(map);
  return Registry<Metric>::instance().make(metric)->measure({.weights = map, .singular_values = values});
}

struct KnownMaps {
  Matrix uniform = map_of([](Index, Index) { return 1.0 / n; });
  Matrix identity = map_of([](Index query, Index key) { return query == key ? 1.0 : 0.0; });
  Matrix sink = map_of([](Index, Index key) { return key == 0 ? 1.0 : 0.0; });
  Matrix blocks =
      map_of([](Index query, Index key) { return query / block == key / block ? 1.0 / block : 0.0; });
  Matrix previous =
      map_of([](Index query, Index key) { return key == std::max<Index>(0, query - 1) ? 1.0 : 0.0; });
};

/// Uniform, identity, sink, blocks, previous token.
void check(const std::string& metric, const std::array<double, 5>& expected) {
  const KnownMaps maps;
  const std::array<const Matrix*, 5> all{&maps.uniform, &maps.identity, &maps.sink, &maps.blocks,
                                         &maps.previous};
  for (std::size_t place = 0; place < all.size(); ++place) {
    CAPTURE(metric, place);
    CHECK(measured(metric, *all[place]) == Approx(expected[place]).margin(1e-5));
  }
}

}  // namespace

TEST_CASE("metrics on known maps have their known values", "[analysis][metric]") {
  const double size = n;
  check("row-entropy", {std::log(size), 0, 0, std::log(8.0), 0});
  check("effective-keys", {size, 1, 1, 8, 1});
  check("participation", {size, 1, 1, 8, 1});
  check("stable-rank", {1, size, 1, 4, 16});
  check("keys-for-most", {29, 1, 1, 8, 1});
  check("band-mass:radius=1",
        {(size * 3 - 2) / (size * size), 1, 2 / size, (4 * (8 * 3 - 2) / 8.0) / size, 1});
  check("mean-distance", {(size * size - 1) / (3 * size), 0, (size - 1) / 2, 63.0 / 24.0, (size - 1) / size});
  check("block-mass:size=8", {8 / size, 1, 8 / size, 1, 1 - 3 / size});
  check("sink-mass", {1 / size, 1 / size, 1, 1 / size, 2 / size});
  check("received-gini", {0, 0, (size - 1) / size, 0, 0.060547});
  check("asymmetry", {0, 0, std::sqrt(2 * (size - 1) / size), 0, 1.39194});
}

TEST_CASE("the effective rank of known maps", "[analysis][metric]") {
  const KnownMaps maps;
  CHECK(measured("effective-rank", maps.uniform) == Approx(1.0));
  CHECK(measured("effective-rank", maps.identity) == Approx(32.0));
  CHECK(measured("effective-rank", maps.blocks) == Approx(4.0));
  CHECK(measured("effective-rank", maps.previous) == Approx(30.93).margin(0.005));
}
