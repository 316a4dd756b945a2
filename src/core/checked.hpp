// Arithmetic on sizes that came from a file: it says when a result cannot be represented instead of wrapping.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "core/matrix.hpp"

namespace attnscope {

/// The largest size or position that an Index can hold.
inline constexpr std::uint64_t most_index = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());

/// a + b, or nothing when it does not fit.
inline std::optional<std::uint64_t> checked_sum(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
  return sum;
}

/// a · b, or nothing when it does not fit.
inline std::optional<std::uint64_t> checked_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

/// The number of elements of a shape, or nothing when a dimension is negative or the product does not fit in
/// an Index. A zero dimension does not hide a product of the others that is too large. An empty shape has one
/// element.
inline std::optional<Index> checked_element_count(std::span<const Index> shape) {
  std::uint64_t count = 1;
  bool has_zero = false;
  for (const Index size : shape) {
    if (size < 0) return std::nullopt;
    if (size == 0) {
      has_zero = true;
      continue;
    }
    const auto product = checked_product(count, static_cast<std::uint64_t>(size));
    if (!product || *product > most_index) return std::nullopt;
    count = *product;
  }
  return has_zero ? 0 : static_cast<Index>(count);
}

}  // namespace attnscope
