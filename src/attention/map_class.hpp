// What is known of the weights of a map before looking at them; the display follows it.
#pragma once

#include <string_view>

namespace attnscope {

/// The five classes of maps: what signs the weights have, and what their rows sum to.
enum class MapClass {
  row_stochastic,         ///< not negative, every row that sees a key sums to one
  signed_row_stochastic,  ///< any sign, rows sum to one
  substochastic,          ///< not negative, rows sum to at most one
  non_negative,           ///< not negative, any sum
  any_sign                ///< any sign, any sum
};

/// "row-stochastic", "signed row-stochastic", "substochastic", "non-negative", "signed".
std::string_view name_of(MapClass map_class);

/// Whether weights below zero can occur, so that the picture needs diverging colours.
bool has_signs(MapClass map_class);

}  // namespace attnscope
