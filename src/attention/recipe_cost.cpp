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

Cost cost_of(const Recipe& recipe, const Sizes& sizes, const PairCounts& pairs) {
  if (recipe.approximator) return recipe.approximator->cost(sizes);
  return {.flops = 2.0 * pairs.scored * static_cast<double>(sizes.head_size) +
                   normaliser_flops * pairs.allowed +
                   2.0 * pairs.allowed * static_cast<double>(sizes.value_size),
          .bytes = data_bytes(sizes)};
}

}  // namespace attnscope
