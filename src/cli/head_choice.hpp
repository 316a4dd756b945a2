// Which layers and heads the user wants.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope::cli {

struct LayerHead {
  Index layer = 0;
  Index head = 0;
  auto operator<=>(const LayerHead&) const = default;
};

/// The pairs that --layers and --heads choose, in order and without repeats. layers: "0,2-4" or empty for
/// all; heads: "1,5-7" (a cross product with the layers) or pairs "4:0,2:5", or empty for all. Throws:
/// Error(usage) for what is not a list, or what the model does not have.
std::vector<LayerHead> choose_heads(std::string_view layers, std::string_view heads, Index layer_count,
                                    Index head_count);

/// "0,2-4" as numbers below count, in order, without repeats. what: "--layers", for errors.
std::vector<Index> parse_index_list(std::string_view what, std::string_view typed, Index count,
                                    std::string_view things);

}  // namespace attnscope::cli
