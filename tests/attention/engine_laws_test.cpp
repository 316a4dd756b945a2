// Laws of the engine, for every registered stage in its place.
#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/engine.hpp"
#include "support/catch.hpp"
#include "support/oracle.hpp"
#include "support/recipe_with.hpp"
#include "support/sample_layer.hpp"

using namespace attnscope;

namespace {

double largest_gap(const Matrix& found, const DoubleMatrix& expected) {
  double largest = 0.0;
  for (Index row = 0; row < found.rows(); ++row) {
    for (Index col = 0; col < found.cols(); ++col) {
      const double gap = std::abs(static_cast<double>(found(row, col)) - expected(row, col));
      largest = std::isnan(gap) ? std::numeric_limits<double>::infinity() : std::max(largest, gap);
    }
  }
  return largest;
}

double largest_size(const DoubleMatrix& matrix) {
  double largest = 1.0;
  for (const double number : matrix.numbers()) largest = std::max(largest, std::abs(number));
  return largest;
}

}  // namespace

TEMPLATE_TEST_CASE("the engine equals the oracle in double for every stage", "[laws]", Encoding, Similarity,
                   Mixer, Prior, Cap, Pattern, Normaliser) {
  ThreadPool pool(1);
  for (const auto& entry : Registry<TestType>::instance().entries()) {
    for (const Index tokens : {1, 2, 13, 70}) {
      CAPTURE(entry.name, tokens);
      const SampleLayer sample({.tokens = tokens, .heads = 3, .head_size = 8});
      const Recipe recipe = recipe_with<TestType>(entry.name);
      const std::vector<DoubleMatrix> expected = oracle_maps(recipe, sample.layer());
      const std::vector<Map> maps =
          compute_maps(recipe, sample.layer(), all_heads(sample.layer()), nullptr, pool);
      for (std::size_t head = 0; head < maps.size(); ++head) {
        CHECK(largest_gap(maps[head].weights, expected[head]) <= 1e-5 * largest_size(expected[head]));
      }
    }
  }
}

TEMPLATE_TEST_CASE("maps are the same for one, two and seven threads", "[laws]", Encoding, Similarity, Mixer,
                   Prior, Cap, Pattern, Normaliser) {
  ThreadPool one(1);
  ThreadPool two(2);
  ThreadPool seven(7);
  for (const auto& entry : Registry<TestType>::instance().entries()) {
    CAPTURE(entry.name);
    const SampleLayer sample({.tokens = 150, .heads = 2, .head_size = 4});
    const Recipe recipe = recipe_with<TestType>(entry.name);
    const std::vector<Index> heads = all_heads(sample.layer());
    const std::vector<Map> expected = compute_maps(recipe, sample.layer(), heads, nullptr, one);
    for (ThreadPool* pool : {&two, &seven}) {
      const std::vector<Map> maps = compute_maps(recipe, sample.layer(), heads, nullptr, *pool);
      for (std::size_t head = 0; head < maps.size(); ++head)
        CHECK(maps[head].weights == expected[head].weights);
    }
  }
}

TEMPLATE_TEST_CASE("rows are what the class of the map says", "[laws]", Encoding, Similarity, Mixer, Prior,
                   Cap, Pattern, Normaliser) {
  ThreadPool pool(1);
  for (const auto& entry : Registry<TestType>::instance().entries()) {
    CAPTURE(entry.name);
    const SampleLayer sample({.tokens = 12, .heads = 2, .head_size = 8});
    const Recipe recipe = recipe_with<TestType>(entry.name);
    for (const Map& map : compute_maps(recipe, sample.layer(), all_heads(sample.layer()), nullptr, pool)) {
      const bool sums_to_one =
          map.map_class == MapClass::row_stochastic || map.map_class == MapClass::signed_row_stochastic;
      for (Index query = 0; query < map.weights.rows(); ++query) {
        double sum = 0.0;
        for (const float weight : map.weights.row(query)) {
          CHECK(std::isfinite(weight));
          CHECK((has_signs(map.map_class) || weight >= 0.0F));
          sum += static_cast<double>(weight);
        }
        if (sums_to_one && sum != 0.0) CHECK(sum == Approx(1.0).margin(1e-5));  // a row may see no key at all
        if (map.map_class == MapClass::substochastic) CHECK(sum <= 1.0 + 1e-5);
      }
    }
  }
}

TEST_CASE("heads are computed alike alone and together", "[engine]") {
  ThreadPool pool(2);
  const SampleLayer sample({.tokens = 20, .heads = 4});
  const Recipe recipe = make_recipe(standard_recipe(), {.pattern = "causal"});
  const std::vector<Map> all = compute_maps(recipe, sample.layer(), all_heads(sample.layer()), nullptr, pool);
  const std::vector<Index> one{2};
  CHECK(compute_maps(recipe, sample.layer(), one, nullptr, pool).front().weights == all[2].weights);
}

TEST_CASE("scores that overflow are counted", "[engine]") {
  ThreadPool pool(1);
  SampleLayer sample({.tokens = 3, .heads = 1, .head_size = 2});
  sample.q(0)(1, 0) = 1e30F;
  sample.k(0)(2, 0) = 1e30F;
  const std::vector<Map> maps =
      compute_maps(standard_recipe(), sample.layer(), all_heads(sample.layer()), nullptr, pool);
  CHECK(maps.front().overflows == 1);
}
