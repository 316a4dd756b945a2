// Changes of a file that readers are known to trip over.
#pragma once

#include <string>

#include "core/random.hpp"

namespace attnscope {

/// `bytes` with one to three changes: a bit, a number that is all ones, zero or a power of two, a piece cut
/// out, doubled or cut off.
std::string mutate(std::string bytes, Random& random);

}  // namespace attnscope
