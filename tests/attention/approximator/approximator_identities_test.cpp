// At full budget an approximator is what it approximates, and other facts that the papers prove.
#include <algorithm>
#include <cmath>
#include <set>

#include "attention/engine.hpp"
#include "attention/random_features.hpp"
#include "attention/vectors.hpp"
#include "support/catch.hpp"
#include "support/sample_layer.hpp"

using namespace attnscope;

namespace {

constexpr Index tokens = 24;

Matrix map_of(const SampleLayer& sample, const RecipeText& text) {
  ThreadPool pool(1);
  const std::vector<Index> first{0};
  return compute_maps(make_recipe(standard_recipe(), text), sample.layer(), first, nullptr, pool)
      .front()
      .weights;
}

double largest_gap(const Matrix& one, const Matrix& other) {
  double gap = 0.0;
  for (Index row = 0; row < one.rows(); ++row) {
    for (Index col = 0; col < one.cols(); ++col) {
      gap = std::max(gap, static_cast<double>(std::abs(one(row, col) - other(row, col))));
    }
  }
  return gap;
}

}  // namespace

TEST_CASE("with a full budget the approximation is exact", "[approximator][identity]") {
  const SampleLayer sample({.tokens = tokens, .head_size = 8});
  const Matrix exact = map_of(sample, {});
  for (const char* variant :
       {"linformer:k=24", "nystrom:landmarks=24,iterations=0", "nystrom:landmarks=24,iterations=40",
        "best-rank:k=24", "clustered:clusters=24", "improved-clustered:clusters=3,k=24",
        "informer:factor=100", "memory-compressed:factor=1,null=no", "funnel:stride=1"}) {
    CAPTURE(variant);
    CHECK(largest_gap(map_of(sample, {.variant = variant}), exact) < 1e-5);
  }
}

TEST_CASE("ProbSparse with all queries is causal attention under a causal pattern",
          "[approximator][identity]") {
  const SampleLayer sample({.tokens = tokens, .head_size = 8});
  CHECK(largest_gap(map_of(sample, {.variant = "informer:factor=100", .pattern = "causal"}),
                    map_of(sample, {.pattern = "causal"})) < 1e-5);
}

TEST_CASE("six rounds of the paper's inverse are not exact", "[approximator][identity]") {
  const SampleLayer sample({.tokens = tokens, .head_size = 8});
  CHECK(largest_gap(map_of(sample, {.variant = "nystrom:landmarks=24"}), map_of(sample, {})) > 1e-4);
}

TEST_CASE("every row of CSALR sums to one half", "[approximator][identity]") {
  const SampleLayer sample({.tokens = tokens, .head_size = 8});
  const Matrix map = map_of(sample, {.variant = "csalr:landmarks=5"});
  for (Index row = 0; row < map.rows(); ++row) {
    double sum = 0.0;
    for (const float weight : map.row(row)) sum += static_cast<double>(weight);
    CHECK(sum == Approx(0.5).margin(1e-6));
  }
}

TEST_CASE("clustered attention has as many different rows as clusters", "[approximator][identity]") {
  const SampleLayer sample({.tokens = tokens, .head_size = 8});
  const Matrix map = map_of(sample, {.variant = "clustered:clusters=5"});
  std::set<std::vector<float>> rows;
  for (Index row = 0; row < map.rows(); ++row) rows.insert({map.row(row).begin(), map.row(row).end()});
  CHECK(rows.size() <= 5);
  CHECK(rows.size() > 1);
}

TEST_CASE("improving a cluster brings every row nearer to the exact one", "[approximator][identity]") {
  const SampleLayer sample({.tokens = tokens, .head_size = 8});
  const Matrix exact = map_of(sample, {});
  const Matrix plain = map_of(sample, {.variant = "clustered:clusters=4"});
  const Matrix improved = map_of(sample, {.variant = "improved-clustered:clusters=4,k=6"});
  for (Index row = 0; row < tokens; ++row) {
    double before = 0.0;
    double after = 0.0;
    for (Index key = 0; key < tokens; ++key) {
      before += static_cast<double>(std::abs(plain(row, key) - exact(row, key)));
      after += static_cast<double>(std::abs(improved(row, key) - exact(row, key)));
    }
    CHECK(after <= before + 1e-6);
  }
}

TEST_CASE("delta with equal unit keys writes over what was there", "[approximator][identity]") {
  SampleLayer sample({.tokens = 6, .heads = 1, .head_size = 3});
  for (Index token = 0; token < 6; ++token) {
    for (Matrix* matrix : {&sample.q(0), &sample.k(0)}) {
      (*matrix)(token, 0) = 1.0F;
      (*matrix)(token, 1) = 0.0F;
      (*matrix)(token, 2) = 0.0F;
    }
  }
  const Matrix map = map_of(sample, {.variant = "delta"});
  for (Index row = 0; row < 6; ++row) {
    for (Index col = 0; col < 6; ++col) CHECK(map(row, col) == (row == col ? 1.0F : 0.0F));
  }
}

TEST_CASE("gated delta without a gate is delta, and gated linear attention without one is plain",
          "[approximator][identity]") {
  const SampleLayer sample({.tokens = tokens, .head_size = 8});
  CHECK(map_of(sample, {.variant = "gated-delta:decay=1"}) == map_of(sample, {.variant = "delta"}));
  CHECK(largest_gap(map_of(sample, {.variant = "simple-gla:decay=0.9"}),
                    map_of(sample, {.variant = "retention:decay=0.9"})) < 1e-6);
}

TEST_CASE("more random features come nearer to softmax where norms are small", "[approximator][identity]") {
  const SampleLayer sample({.tokens = tokens, .head_size = 8, .spread = 0.5});
  const Matrix exact = map_of(sample, {});
  const auto error = [&](const std::string& variant) {
    double sum = 0.0;
    const Matrix map = map_of(sample, {.variant = variant});
    for (Index row = 0; row < tokens; ++row) {
      for (Index key = 0; key < tokens; ++key)
        sum += std::pow(static_cast<double>(map(row, key) - exact(row, key)), 2.0);
    }
    return std::sqrt(sum);
  };
  CHECK(error("performer:features=4096") < 0.5 * error("performer:features=64"));
  CHECK(error("performer:features=4096") < 0.1);
  CHECK(error("performer:features=4096,kind=hyperbolic") < 0.1);
  CHECK(error("performer:features=4096,kind=trigonometric") < 0.1);
}

TEST_CASE("orthogonal directions stand at right angles and have no preferred side", "[approximator]") {
  Random random(3);
  const DoubleMatrix rows = random_directions(4, 4, Directions::orthogonal, random);
  for (Index one = 0; one < 4; ++one) {
    for (Index other = 0; other < one; ++other) CHECK(std::abs(dot(rows.row(one), rows.row(other))) < 1e-12);
  }
  double mean = 0.0;
  constexpr int draws = 4000;
  for (int draw = 0; draw < draws; ++draw) {
    mean += random_directions(4, 4, Directions::orthogonal, random)(0, 0) / draws;
  }
  CHECK(std::abs(mean) < 0.06);  // four standard errors
}
