// The 16-bit floating-point types of weight files, widened to float exactly.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/matrix.hpp"

namespace attnscope {

/// IEEE binary16: 1 sign, 5 exponent and 10 fraction bits. Subnormals, infinities and NaN keep their value.
inline float half_to_float(std::uint16_t half) {
  const std::uint32_t bits = half;
  // The exponent moves to float's place, then 2^112 corrects the bias (127 - 15); this also normalises
  // subnormals.
  const float magnitude = std::bit_cast<float>((bits & 0x7FFFU) << 13) * 0x1p112F;
  const std::uint32_t infinite_or_nan = (bits & 0x7C00U) == 0x7C00U ? 0x7F800000U : 0U;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | infinite_or_nan |
                              (bits & 0x8000U) << 16);
}

/// bfloat16 is the upper half of a float.
inline float bfloat16_to_float(std::uint16_t number) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(number) << 16);
}

/// Widens `count` numbers of two bytes each, little-endian and at any address, to `floats`.
void widen_halves(const std::byte* halves, float* floats, Index count);
void widen_bfloat16(const std::byte* numbers, float* floats, Index count);

}  // namespace attnscope
