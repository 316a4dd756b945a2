// Laws that every registered approximator keeps.
#include <algorithm>
#include <cmath>

#include "attention/engine.hpp"
#include "attention/vectors.hpp"
#include "core/random.hpp"
#include "support/catch.hpp"
#include "support/sample_layer.hpp"

using namespace attnscope;

namespace {

DoubleMatrix random_values(Index rows, Index cols) {
  Random random(11);
  DoubleMatrix values(rows, cols);
  for (double& number : values.numbers()) number = random.normal();
  return values;
}

double largest_gap(const DoubleMatrix& one, const DoubleMatrix& other) {
  double gap = 0.0;
  for (Index place = 0; place < one.size(); ++place) {
    gap = std::max(gap, std::abs(one.numbers()[static_cast<std::size_t>(place)] -
                                 other.numbers()[static_cast<std::size_t>(place)]));
  }
  return gap;
}

/// Every approximator with each direction that it has.
template <typename Check>
void for_each_direction(Check check) {
  for (const auto& entry : Registry<Approximator>::instance().entries()) {
    const Choice<Approximator> approximator = choose<Approximator>(entry.name);
    CAPTURE(entry.name);
    if (!approximator->is_always_causal()) check(approximator, Approximator::Direction::both);
    if (approximator->can_be_causal()) check(approximator, Approximator::Direction::causal);
  }
}

}  // namespace

TEST_CASE("applying an operator is multiplying by the map that it implies", "[laws][approximator]") {
  for_each_direction([](const Choice<Approximator>& approximator, Approximator::Direction direction) {
    const SampleLayer sample({.tokens = 21, .heads = 2, .head_size = 4});
    const auto made = approximator->prepare(sample.layer().head(1), direction);
    const DoubleMatrix values = random_values(21, 5);
    const DoubleMatrix dense = made->dense(21);
    REQUIRE(dense.rows() == 21);
    REQUIRE(dense.cols() == 21);
    CHECK(largest_gap(made->apply(values), product(dense, values)) < 1e-9);
    DoubleMatrix identity(21, 21);
    for (Index key = 0; key < 21; ++key) identity(key, key) = 1.0;
    CHECK(largest_gap(made->apply(identity), dense) < 1e-12);
  });
}

TEST_CASE("a causal operator lets no later token change an earlier row", "[laws][approximator]") {
  for_each_direction([](const Choice<Approximator>& approximator, Approximator::Direction direction) {
    if (direction != Approximator::Direction::causal) return;
    constexpr Index changed = 13;
    SampleLayer sample({.tokens = 21, .heads = 2, .head_size = 4});
    const DoubleMatrix before = approximator->prepare(sample.layer().head(0), direction)->dense(21);
    sample.change_token(changed, 99);
    const DoubleMatrix after = approximator->prepare(sample.layer().head(0), direction)->dense(21);
    for (Index query = 0; query < changed; ++query) {
      for (Index key = 0; key < 21; ++key) {
        // The largest key exponent that random features take away may move the last bits.
        CHECK(std::abs(before(query, key) - after(query, key)) < 1e-12);
        if (key > query) CHECK(before(query, key) == 0.0);
      }
    }
  });
}

TEST_CASE("rows of an approximator are what its class says", "[laws][approximator]") {
  for_each_direction([](const Choice<Approximator>& approximator, Approximator::Direction direction) {
    const SampleLayer sample({.tokens = 21, .heads = 2, .head_size = 4, .spread = 0.5});
    const DoubleMatrix dense = approximator->prepare(sample.layer().head(0), direction)->dense(21);
    const MapClass map_class = approximator->map_class(direction);
    for (Index query = 0; query < 21; ++query) {
      double sum = 0.0;
      for (const double weight : dense.row(query)) {
        CHECK(std::isfinite(weight));
        CHECK((has_signs(map_class) || weight >= 0.0));
        sum += weight;
      }
      const bool sums_to_one =
          map_class == MapClass::row_stochastic || map_class == MapClass::signed_row_stochastic;
      if (sums_to_one && sum != 0.0) CHECK(sum == Approx(1.0).margin(1e-9));
      if (map_class == MapClass::substochastic) CHECK(sum <= 1.0 + 1e-9);
    }
  });
}

TEST_CASE("every approximator counts a cost that grows with the text", "[laws][approximator]") {
  for (const auto& entry : Registry<Approximator>::instance().entries()) {
    CAPTURE(entry.name);
    const Choice<Approximator> approximator = choose<Approximator>(entry.name);
    const Cost small = approximator->cost({.queries = 1024, .keys = 1024, .head_size = 32, .value_size = 32});
    const Cost large = approximator->cost({.queries = 4096, .keys = 4096, .head_size = 32, .value_size = 32});
    CHECK(small.flops > 0.0);
    CHECK(small.bytes > 0.0);
    CHECK(large.flops > small.flops);
  }
}

TEST_CASE("an approximator refuses what it replaces, naming both", "[approximator]") {
  const auto message_of = [](const RecipeText& text) -> std::string {
    try {
      make_recipe(standard_recipe(), text);
    } catch (const std::exception& error) {
      return error.what();
    }
    return "no error";
  };
  CHECK(message_of({.variant = "linformer", .priors = {"alibi"}})
            .starts_with("'linformer:k=16,projection=mean' cannot be combined with 'prior alibi"));
  CHECK(message_of({.variant = "nystrom", .pattern = "causal"})
            .ends_with("has no causal form and cannot be combined with 'pattern causal'"));
}
