// A small drawing of what a stage does, in letters.
#pragma once

#include <string>
#include <string_view>

namespace attnscope::cli {

/// Twelve rows of shades: the map that the stage makes of a small made-up layer, '·' where a pair may not
/// meet. Empty for families that make no map. `typed` is "name" or "name:settings".
std::string sketch(std::string_view family, std::string_view typed);

}  // namespace attnscope::cli
