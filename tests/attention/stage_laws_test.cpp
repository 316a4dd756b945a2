// Laws of single families of stages.
#include <algorithm>
#include <limits>
#include <numeric>

#include "attention/engine.hpp"
#include "support/catch.hpp"
#include "support/recipe_with.hpp"
#include "support/sample_layer.hpp"

using namespace attnscope;

namespace {

/// Whether changing a token leaves the rows before it as they were, to the bit.
bool keeps_earlier_rows(const Recipe& recipe) {
  constexpr Index changed = 7;
  ThreadPool pool(1);
  SampleLayer sample({.tokens = 12});
  const std::vector<Map> before =
      compute_maps(recipe, sample.layer(), all_heads(sample.layer()), nullptr, pool);
  sample.change_token(changed, 99);
  const std::vector<Map> after =
      compute_maps(recipe, sample.layer(), all_heads(sample.layer()), nullptr, pool);
  for (std::size_t head = 0; head < before.size(); ++head) {
    for (Index query = 0; query < changed; ++query) {
      const auto old_row = before[head].weights.row(query);
      const auto new_row = after[head].weights.row(query);
      if (!std::equal(old_row.begin(), old_row.end(), new_row.begin())) return false;
    }
  }
  return true;
}

Index count_allowed(const Mask& mask, Index tokens) {
  Index count = 0;
  const std::vector<float> scores(static_cast<std::size_t>(tokens));
  for (Index query = 0; query < tokens; ++query) {
    std::vector<std::uint8_t> allowed(static_cast<std::size_t>(tokens), 1);
    mask.restrict(query, scores, allowed);
    count += std::accumulate(allowed.begin(), allowed.end(), Index{0});
  }
  return count;
}

}  // namespace

TEST_CASE("the full pattern lets a later token change an earlier row", "[laws][pattern]") {
  CHECK_FALSE(keeps_earlier_rows(standard_recipe()));
}

TEST_CASE("a causal pattern lets no later token change an earlier row", "[laws][pattern]") {
  for (const auto& entry : Registry<Pattern>::instance().entries()) {
    const Recipe recipe = recipe_with<Pattern>(entry.name);
    CAPTURE(entry.name);
    if (recipe.pattern->is_causal()) CHECK(keeps_earlier_rows(recipe));
  }
}

TEMPLATE_TEST_CASE("similarities and priors keep causality under a causal pattern", "[laws]", Similarity,
                   Prior) {
  for (const auto& entry : Registry<TestType>::instance().entries()) {
    CAPTURE(entry.name);
    CHECK(keeps_earlier_rows(make_recipe(recipe_with<TestType>(entry.name), {.pattern = "causal"})));
  }
}

TEST_CASE("row normalisers keep causality under a causal pattern", "[laws][normaliser]") {
  for (const auto& entry : Registry<Normaliser>::instance().entries()) {
    CAPTURE(entry.name);
    const Recipe recipe = make_recipe(recipe_with<Normaliser>(entry.name), {.pattern = "causal"});
    if (!recipe.normaliser->needs_whole_matrix()) CHECK(keeps_earlier_rows(recipe));
  }
}

TEST_CASE("position-free similarities follow a reordering of the tokens", "[laws][similarity]") {
  ThreadPool pool(1);
  const std::vector<Index> order{3, 0, 7, 1, 8, 2, 6, 4, 5};
  for (const auto& entry : Registry<Similarity>::instance().entries()) {
    const Recipe recipe = recipe_with<Similarity>(entry.name);
    if (!recipe.similarity->is_position_free()) continue;
    CAPTURE(entry.name);
    SampleLayer sample({.tokens = 9});
    const auto before = compute_maps(recipe, sample.layer(), all_heads(sample.layer()), nullptr, pool);
    sample.reorder(order);
    const auto after = compute_maps(recipe, sample.layer(), all_heads(sample.layer()), nullptr, pool);
    for (Index query = 0; query < 9; ++query) {
      for (Index key = 0; key < 9; ++key) {
        const Index old_query = order[static_cast<std::size_t>(query)];
        const Index old_key = order[static_cast<std::size_t>(key)];
        CHECK(after[0].weights(query, key) == Approx(before[0].weights(old_query, old_key)).margin(1e-5));
      }
    }
  }
}

TEST_CASE("a pattern allows as many pairs as it declares", "[laws][pattern]") {
  for (const auto& entry : Registry<Pattern>::instance().entries()) {
    const Choice<Pattern> pattern = choose<Pattern>(entry.name);
    for (const Index tokens : {1, 5, 40}) {
      const Index declared = pattern->allowed_pairs(tokens);
      if (declared < 0) continue;
      CAPTURE(entry.name, tokens);
      const SampleLayer sample({.tokens = tokens});
      CHECK(count_allowed(*pattern->prepare(sample.layer().head(0)), tokens) == declared);
    }
  }
}

TEST_CASE("no key outside a pattern's range is allowed", "[laws][pattern]") {
  constexpr Index tokens = 40;
  for (const auto& entry : Registry<Pattern>::instance().entries()) {
    CAPTURE(entry.name);
    const SampleLayer sample({.tokens = tokens});
    const auto mask = choose<Pattern>(entry.name)->prepare(sample.layer().head(0));
    const std::vector<float> scores(static_cast<std::size_t>(tokens));
    for (Index query = 0; query < tokens; ++query) {
      std::vector<std::uint8_t> allowed(static_cast<std::size_t>(tokens), 1);
      mask->restrict(query, scores, allowed);
      const KeyRange range = mask->range(query);
      for (Index key = 0; key < tokens; ++key) {
        if (allowed[static_cast<std::size_t>(key)] != 0) CHECK((key >= range.first && key < range.last));
      }
    }
  }
}

TEST_CASE("a row with no allowed key becomes zeros", "[laws][normaliser]") {
  const SampleLayer sample({.tokens = 4});
  for (const auto& entry : Registry<Normaliser>::instance().entries()) {
    CAPTURE(entry.name);
    Matrix rows(4, 4);
    for (float& score : rows.numbers()) score = -std::numeric_limits<float>::infinity();
    rows(1, 2) = 0.5F;
    choose<Normaliser>(entry.name)->normalise_tile(rows.view(), 0, sample.layer().head(0));
    for (const Index query : {0, 2, 3}) {
      for (const float weight : rows.row(query)) CHECK(weight == 0.0F);
    }
    CHECK(rows(1, 0) == 0.0F);
  }
}

TEST_CASE("shift-invariant normalisers do not see a constant added to a row", "[laws][normaliser]") {
  const SampleLayer sample({.tokens = 4});
  for (const auto& entry : Registry<Normaliser>::instance().entries()) {
    const Choice<Normaliser> normaliser = choose<Normaliser>(entry.name);
    if (!normaliser->is_shift_invariant()) continue;
    CAPTURE(entry.name);
    DoubleMatrix rows(1, 4);
    DoubleMatrix shifted(1, 4);
    const double scores[] = {0.3, -1.2, 2.5, 0.9};
    for (Index key = 0; key < 4; ++key) {
      rows(0, key) = scores[key];
      shifted(0, key) = scores[key] + 17.0;
    }
    normaliser->normalise(rows.view(), 0, sample.layer().head(0));
    normaliser->normalise(shifted.view(), 0, sample.layer().head(0));
    for (Index key = 0; key < 4; ++key) CHECK(shifted(0, key) == Approx(rows(0, key)).margin(1e-9));
  }
}
