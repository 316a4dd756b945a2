// Bits of one number are spread over several arrays of its block; each decoder names where they lie.
#include "models/weight_format/k_quants.hpp"

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
int bits(std::byte byte, Index shift, int mask) {
  return std::to_integer<int>(byte) >> shift & mask;
}

/// scales[16] (low half: scale, high half: least) · codes[64], two bits each · d · dmin
void decode_q2_k(const std::byte* bytes, float* floats, Index blocks) {
  for (; blocks > 0; --blocks, bytes += q2_k.bytes_per_block) {
    const std::byte* const scales = bytes;
    const std::byte* const codes = bytes + 16;
    const float d = load_half(bytes + 80);
    const float dmin = load_half(bytes + 82);
    for (Index group = 0; group < 16; ++group) {
      // Eight groups take 32 bytes: a pair of groups shares a shift.
      const std::byte* const group_codes = codes + group / 8 * 32 + group % 2 * 16;
      const Index shift = group % 8 / 2 * 2;
      const float scale = d * static_cast<float>(bits(scales[group], 0, 15));
      const float least = dmin * static_cast<float>(bits(scales[group], 4, 15));
      for (Index place = 0; place < 16; ++place) {
        *floats++ = scale * static_cast<float>(bits(group_codes[place], shift, 3)) - least;
      }
    }
  }
}

/// Scale of each of Q3_K's 16 groups: four low bits in the first 8 bytes, two high bits in the last 4.
int q3_k_scale(const std::byte* scales, Index group) {
  const int low = bits(scales[group % 8], group / 8 * 4, 15);
  const int high = bits(scales[8 + group % 4], group / 4 * 2, 3);
  return (low | high << 4) - 32;
}

/// high bits[32] · codes[64], two bits each · scales[12] · d
void decode_q3_k(const std::byte* bytes, float* floats, Index blocks) {
  for (; blocks > 0; --blocks, bytes += q3_k.bytes_per_block) {
    const std::byte* const high_bits = bytes;
    const std::byte* const codes = bytes + 32;
    const std::byte* const scales = bytes + 96;
    const float d = load_half(bytes + 108);
    for (Index group = 0; group < 16; ++group) {
      const Index offset = group % 2 * 16;
      const std::byte* const group_codes = codes + group / 8 * 32 + offset;
      const float scale = d * static_cast<float>(q3_k_scale(scales, group));
      for (Index place = 0; place < 16; ++place) {
        const int high = bits(high_bits[offset + place], group / 2, 1);  // a clear bit subtracts 4
        const int code = bits(group_codes[place], group % 8 / 2 * 2, 3) + 4 * high - 4;
        *floats++ = scale * static_cast<float>(code);
      }
    }
  }
}

struct ScaleAndLeast {
  int scale = 0;
  int least = 0;
};

/// Six bits each of Q4_K's and Q5_K's eight groups, packed in 12 bytes.
ScaleAndLeast packed_scale(const std::byte* scales, Index group) {
  if (group < 4) return {bits(scales[group], 0, 63), bits(scales[group + 4], 0, 63)};
  return {bits(scales[group + 4], 0, 15) | bits(scales[group - 4], 6, 3) << 4,
          bits(scales[group + 4], 4, 15) | bits(scales[group], 6, 3) << 4};
}

/// d · dmin · scales[12] · codes[128]: 32 bytes hold one group low and the next one high
void decode_q4_k(const std::byte* bytes, float* floats, Index blocks) {
  for (; blocks > 0; --blocks, bytes += q4_k.bytes_per_block) {
    const float d = load_half(bytes);
    const float dmin = load_half(bytes + 2);
    for (Index group = 0; group < 8; ++group) {
      const std::byte* const codes = bytes + 16 + group / 2 * 32;
      const ScaleAndLeast packed = packed_scale(bytes + 4, group);
      const float scale = d * static_cast<float>(packed.scale);
      const float least = dmin * static_cast<float>(packed.least);
      for (Index place = 0; place < 32; ++place) {
        *floats++ = scale * static_cast<float>(bits(codes[place], group % 2 * 4, 15)) - least;
      }
    }
  }
}

/// d · dmin · scales[12] · fifth bits[32] (bit g is of group g) · codes[128] as in Q4_K
void decode_q5_k(const std::byte* bytes, float* floats, Index blocks) {
  for (; blocks > 0; --blocks, bytes += q5_k.bytes_per_block) {
    const float d = load_half(bytes);
    const float dmin = load_half(bytes + 2);
    const std::byte* const fifth = bytes + 16;
    for (Index group = 0; group < 8; ++group) {
      const std::byte* const codes = bytes + 48 + group / 2 * 32;
      const ScaleAndLeast packed = packed_scale(bytes + 4, group);
      const float scale = d * static_cast<float>(packed.scale);
      const float least = dmin * static_cast<float>(packed.least);
      for (Index place = 0; place < 32; ++place) {
        const int code = bits(codes[place], group % 2 * 4, 15) | bits(fifth[place], group, 1) << 4;
        *floats++ = scale * static_cast<float>(code) - least;
      }
    }
  }
}

/// low bits[128] · high bits[64] · signed scales[16] · d; each half of the block is 4 rows of 32
void decode_q6_k(const std::byte* bytes, float* floats, Index blocks) {
  for (; blocks > 0; --blocks, bytes += q6_k.bytes_per_block) {
    const float d = load_half(bytes + 208);
    for (Index row = 0; row < 8; ++row) {
      const Index half = row / 4;
      const std::byte* const low_bits = bytes + half * 64 + row % 2 * 32;
      const std::byte* const high_bits = bytes + 128 + half * 32;
      for (Index part = 0; part < 2; ++part) {
        const float scale =
            d * static_cast<float>(load_little_endian<std::int8_t>(bytes + 192 + row * 2 + part));
        for (Index place = part * 16; place < part * 16 + 16; ++place) {
          const int low = bits(low_bits[place], row % 4 / 2 * 4, 15);
          const int code = low | bits(high_bits[place], row % 4 * 2, 3) << 4;
          *floats++ = scale * static_cast<float>(code - 32);
        }
      }
    }
  }
}

}  // namespace

const ElementType q2_k{"Q2_K", block, 84, decode_q2_k};
const ElementType q3_k{"Q3_K", block, 110, decode_q3_k};
const ElementType q4_k{"Q4_K", block, 144, decode_q4_k};
const ElementType q5_k{"Q5_K", block, 176, decode_q5_k};
const ElementType q6_k{"Q6_K", block, 210, decode_q6_k};

}  // namespace attnscope
