// A stretch of a text.
#pragma once

#include <cstddef>

namespace attnscope {

/// Bytes from `begin` up to, not including, `end`.
struct TextStretch {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool operator==(const TextStretch&) const = default;
};

}  // namespace attnscope
