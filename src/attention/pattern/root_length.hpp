// For patterns whose natural unit is the root of the length.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/matrix.hpp"

namespace attnscope {

/// The value, or the root of the length rounded up where it is 0.
inline Index or_root(Index value, Index length) {
  if (value > 0) return value;
  return std::max<Index>(1, static_cast<Index>(std::ceil(std::sqrt(static_cast<double>(length)))));
}

}  // namespace attnscope
