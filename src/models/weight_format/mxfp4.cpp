// value = table[code] · 2^(scale − 127), as in the OCP Microscaling Formats specification.
#include "models/weight_format/mxfp4.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace attnscope {
namespace {

constexpr Index numbers_per_block = 32;
constexpr Index bytes_per_block = 17;

constexpr std::array<float, 16> table{0.0F,  0.5F,  1.0F,  1.5F,  2.0F,  3.0F,  4.0F,  6.0F,
                                      -0.0F, -0.5F, -1.0F, -1.5F, -2.0F, -3.0F, -4.0F, -6.0F};

float scale_of(std::byte exponent) {
  constexpr int bias = 127;
  constexpr int not_a_number = 255;
  const int value = std::to_integer<int>(exponent);
  return value == not_a_number ? std::numeric_limits<float>::quiet_NaN() : std::ldexp(1.0F, value - bias);
}

/// low_step, high_start: number j of the low halves goes to j·low_step, of the high ones to high_start +
/// j·low_step.
template <Index low_step, Index high_start>
void decode(const std::byte* bytes, float* floats, Index blocks) {
  for (Index block = 0; block < blocks; ++block, bytes += bytes_per_block, floats += numbers_per_block) {
    const float scale = scale_of(bytes[0]);
    for (Index place = 0; place < numbers_per_block / 2; ++place) {
      const auto codes = std::to_integer<std::size_t>(bytes[1 + place]);
      floats[place * low_step] = table[codes & 15U] * scale;
      floats[place * low_step + high_start] = table[codes >> 4U] * scale;
    }
  }
}

}  // namespace

const ElementType mxfp4_pair{"MXFP4", numbers_per_block, bytes_per_block, decode<2, 1>};
const ElementType mxfp4_split{"MXFP4", numbers_per_block, bytes_per_block, decode<1, 16>};

}  // namespace attnscope
