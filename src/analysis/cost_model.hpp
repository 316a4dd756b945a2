// Where a transformer layer's work goes, counted: an operation for each multiply and each add, bytes that
// must pass through memory at least once.
#pragma once

#include <array>
#include <string_view>

#include "attention/stages.hpp"

namespace attnscope {

/// Sizes of one layer.
struct LayerShape {
  Index width = 0;
  Index heads = 0;
  Index key_value_heads = 0;
  Index head_size = 0;
  Index inner = 0;         ///< width of the feed-forward part; 0 where there is none
  bool has_gate = false;   ///< the feed-forward part has a third matrix
  bool is_causal = false;  ///< half of the pairs
};

enum class LayerPart { projections, scores, softmax, weighted_sum, feed_forward, norms };

inline constexpr std::array<std::string_view, 6> part_names{"projections",  "scores",       "softmax",
                                                            "weighted sum", "feed-forward", "norms"};

/// The cost of each part of one layer, in the order of LayerPart. Queries, keys and values pass through
/// memory once for each head that reads them; scores and weights stay in the cache, as in an attention that
/// streams.
std::array<Cost, 6> layer_cost(const LayerShape& shape, Index tokens);

/// The number of tokens from which scores, softmax and weighted sum take more operations than projections and
/// feed-forward part: 6 · width for heads that fill the width, a feed-forward part of 4 · width and every
/// pair.
double crossover_tokens(const LayerShape& shape);

/// What a machine can do at best.
struct MachineLimits {
  double flops_per_second = 0.0;
  double bytes_per_second = 0.0;
};

/// The least time that the cost allows: whichever of arithmetic and memory takes longer. (Williams, Waterman
/// & Patterson 2009, Roofline)
double roofline_seconds(const Cost& cost, const MachineLimits& machine);

}  // namespace attnscope
