// What a recipe costs, counted: the same figures in every command that speaks of cost.
#pragma once

#include <optional>

#include "attention/recipe.hpp"

namespace attnscope {

/// Operations of the normaliser for each pair: the largest score, a difference, an exponential, a sum, a
/// division.
inline constexpr double normaliser_flops = 5.0;

/// Bytes of queries, keys, values and output, each moved once as floats.
inline double data_bytes(const Sizes& sizes) {
  return 4.0 * static_cast<double>(sizes.queries + sizes.keys) *
         static_cast<double>(sizes.head_size + sizes.value_size);
}

/// Pairs of one head: those whose score is computed, and those that the pattern lets meet.
struct PairCounts {
  double scored = 0.0;
  double allowed = 0.0;
};

/// hidden: of a map that the recipe made of this head. A pattern that follows the content scores every pair.
PairCounts pairs_of(const Recipe& recipe, const Head& head, const BasicMatrix<std::uint8_t>& hidden);

/// The same for so many tokens without a text, where the number of pairs follows from that alone.
std::optional<PairCounts> pairs_at(const Recipe& recipe, Index tokens);

/// FLOPs and bytes of one head, from scores to output, without the projections. A recipe that forms its map
/// streams: queries, keys, values and output pass through memory once and the map never does. An approximator
/// counts for itself.
Cost cost_of(const Recipe& recipe, const Sizes& sizes, const PairCounts& pairs);

}  // namespace attnscope
