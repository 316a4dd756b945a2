// A digit of TQ1_0 is had by multiplying: the byte is a fraction b/256, times 3^n it carries digit n into its
// whole part.
#include "models/weight_format/ternary.hpp"

#include <array>
#include <cstdint>

#include "core/half.hpp"
#include "core/little_endian.hpp"

namespace attnscope {
namespace {

constexpr Index block = 256;

float load_half(const std::byte* bytes) {
  return half_to_float(load_little_endian<std::uint16_t>(bytes));
}

/// Digit `place` (from the first) of the base-3 fraction byte/256.
int digit(std::byte byte, std::size_t place) {
  constexpr std::array<unsigned, 5> powers{1, 3, 9, 27, 81};
  const unsigned fraction = std::to_integer<unsigned>(byte) * powers[place] & 0xFFU;
  return static_cast<int>(fraction * 3 >> 8U);
}

/// Digit after digit of `count` bytes: all first digits, then all second ones, …
float* decode_digits(const std::byte* bytes, Index count, std::size_t digits, float d, float* floats) {
  for (std::size_t place = 0; place < digits; ++place) {
    for (Index byte = 0; byte < count; ++byte)
      *floats++ = static_cast<float>(digit(bytes[byte], place) - 1) * d;
  }
  return floats;
}

/// 32 bytes of five digits · 16 bytes of five · 4 bytes of four · d
void decode_tq1_0(const std::byte* bytes, float* floats, Index blocks) {
  for (; blocks > 0; --blocks, bytes += tq1_0.bytes_per_block) {
    const float d = load_half(bytes + 52);
    floats = decode_digits(bytes, 32, 5, d, floats);
    floats = decode_digits(bytes + 32, 16, 5, d, floats);
    floats = decode_digits(bytes + 48, 4, 4, d, floats);
  }
}

/// Twice 32 bytes, four numbers in each: all lowest bits, then all next ones, … · d
void decode_tq2_0(const std::byte* bytes, float* floats, Index blocks) {
  for (; blocks > 0; --blocks, bytes += tq2_0.bytes_per_block) {
    const float d = load_half(bytes + 64);
    for (Index row = 0; row < 8; ++row) {
      for (Index byte = 0; byte < 32; ++byte) {
        const int code = std::to_integer<int>(bytes[row / 4 * 32 + byte]) >> (row % 4 * 2) & 3;
        *floats++ = static_cast<float>(code - 1) * d;
      }
    }
  }
}

}  // namespace

const ElementType tq1_0{"TQ1_0", block, 54, decode_tq1_0};
const ElementType tq2_0{"TQ2_0", block, 66, decode_tq2_0};

}  // namespace attnscope
