// A small drawing of what a stage does.
#pragma once

#include <string>
#include <string_view>

#include "attention/engine.hpp"

namespace attnscope::cli {

/// Whether the entries of that family are stages of a recipe, so that each makes a map.
bool makes_maps(std::string_view family);

/// The map [12 x 12, or fewer keys] that the stage makes of a small made-up layer. `typed` is "name" or
/// "name:settings".
Map sketch_map(std::string_view typed);

/// The same in letters: rows of shades, '·' where a pair may not meet. Empty for families that make no map.
std::string sketch(std::string_view family, std::string_view typed);

}  // namespace attnscope::cli
