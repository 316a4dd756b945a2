#include "attention/recipe_cost.hpp"

#include <algorithm>

namespace attnscope {

PairCounts pairs_of(const Recipe& recipe, const Head& head, const BasicMatrix<std::uint8_t>& hidden) {
  const double all = static_cast<double>(head.queries()) * static_cast<double>(head.keys());
  if (hidden.empty()) return {all, all};
  const auto allowed =
      static_cast<double>(std::count(hidden.numbers().begin(), hidden.numbers().end(), std::uint8_t{0}));
  const bool reads_scores = recipe.pattern && recipe.pattern->prepare(head)->reads_scores();
  return {reads_scores ? all : allowed, allowed};
}

std::optional<PairCounts> pairs_at(const Recipe& recipe, Index tokens) {
  const Index pairs = recipe.pattern ? recipe.pattern->allowed_pairs(tokens) : tokens * tokens;
  if (pairs < 0) return std::nullopt;
  // Whether it reads scores does not depend on the numbers: a head of one token tells.
  const Matrix token(1, 1);
  const Parameters parameters;
  Layer layer;
  layer.q = layer.k = layer.v = {token};
  layer.parameters = &parameters;
  const bool reads_scores = recipe.pattern && recipe.pattern->prepare(layer.head(0))->reads_scores();
  const auto all = static_cast<double>(tokens) * static_cast<double>(tokens);
  return PairCounts{reads_scores ? all : static_cast<double>(pairs), static_cast<double>(pairs)};
}

Cost cost_of(const Recipe& recipe, const Sizes& sizes, const PairCounts& pairs) {
  if (recipe.approximator) return recipe.approximator->cost(sizes);
  return {.flops = 2.0 * pairs.scored * static_cast<double>(sizes.head_size) +
                   normaliser_flops * pairs.allowed +
                   2.0 * pairs.allowed * static_cast<double>(sizes.value_size),
          .bytes = data_bytes(sizes)};
}

}  // namespace attnscope
