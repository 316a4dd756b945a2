// A look-up's scores and sum agree with the engine.
#include <cmath>

#include "attention/score_row.hpp"
#include "support/catch.hpp"
#include "support/maps_of.hpp"

using namespace attnscope;

TEST_CASE("softmax of a query's scores is its row of the engine's map", "[attention][lookup]") {
  const SampleLayer sample;
  const Layer& layer = sample.layer();
  for (const RecipeText& text : {RecipeText{}, RecipeText{.encoding = "rotary"}, RecipeText{.priors = {"alibi"}},
                                 RecipeText{.similarity = "cosine", .cap = "tanh"}}) {
    const Recipe recipe = make_recipe(standard_recipe(), text);
    const Matrix map = map_of(layer, text, 1);
    const std::vector<double> scores = score_row(recipe, layer, 1, 3);
    double sum = 0.0;
    for (const double score : scores) sum += std::exp(score);
    REQUIRE(static_cast<Index>(scores.size()) == map.cols());
    for (Index key = 0; key < map.cols(); ++key) {
      CHECK(std::exp(scores[static_cast<std::size_t>(key)]) / sum ==
            Approx(static_cast<double>(map(3, key))).margin(1e-6));
    }
  }
}

TEST_CASE("an approximator has no scores", "[attention][lookup]") {
  const SampleLayer sample;
  CHECK(score_row(make_recipe(standard_recipe(), {.variant = "linear"}), sample.layer(), 0, 0).empty());
}

TEST_CASE("values are added by weight", "[attention][lookup]") {
  Matrix values(2, 2);
  values(0, 0) = 1.0F;
  values(0, 1) = -2.0F;
  values(1, 0) = 4.0F;
  const std::vector<float> weights{0.25F, 0.75F};
  CHECK(weighted_sum(weights, values) == std::vector<float>{3.25F, -0.5F});
}
