// Numbers as files store them: least significant byte first, at any address.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>

namespace attnscope {

static_assert(std::endian::native == std::endian::little,
              "the readers copy little-endian numbers as they are");

/// The number that starts at `bytes`. Requires: sizeof(Number) bytes follow.
template <typename Number>
Number load_little_endian(const std::byte* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof(Number));
  return number;
}

}  // namespace attnscope
