// In all four-bit types byte j holds number j in its low bits and number j + 16 in its high ones.
#include "models/weight_format/small_quants.hpp"

#include <array>
#include <cstdint>

#include "core/half.hpp"
#include "core/little_endian.hpp"

namespace attnscope {
namespace {

constexpr Index block = 32;
constexpr Index half_block = block / 2;

float load_half(const std::byte* bytes) {
  return half_to_float(load_little_endian<std::uint16_t>(bytes));
}

int low_code(std::byte codes) {
  return std::to_integer<int>(codes) & 15;
}
int high_code(std::byte codes) {
  return std::to_integer<int>(codes) >> 4;
}

/// value(code, d, m) of four-bit codes after a header of `header_bytes`.
template <Index header_bytes, typename Value>
void decode_four_bits(const std::byte* bytes, float* floats, Index blocks, const Value& value) {
  for (; blocks > 0; --blocks, floats += block) {
    const float d = load_half(bytes);
    const float m = header_bytes == 4 ? load_half(bytes + 2) : 0.0F;
    bytes += header_bytes;
    for (Index place = 0; place < half_block; ++place) {
      floats[place] = value(low_code(bytes[place]), d, m);
      floats[place + half_block] = value(high_code(bytes[place]), d, m);
    }
    bytes += half_block;
  }
}

/// The same with a fifth bit for each number, number j in bit j of a word before the codes.
template <Index header_bytes, typename Value>
void decode_five_bits(const std::byte* bytes, float* floats, Index blocks, const Value& value) {
  for (; blocks > 0; --blocks, floats += block) {
    const float d = load_half(bytes);
    const float m = header_bytes == 4 ? load_half(bytes + 2) : 0.0F;
    const auto fifth = load_little_endian<std::uint32_t>(bytes + header_bytes);
    bytes += header_bytes + 4;
    for (Index place = 0; place < half_block; ++place) {
      const int low = low_code(bytes[place]) | static_cast<int>(fifth >> place & 1U) << 4;
      const int high = high_code(bytes[place]) | static_cast<int>(fifth >> (place + half_block) & 1U) << 4;
      floats[place] = value(low, d, m);
      floats[place + half_block] = value(high, d, m);
    }
    bytes += half_block;
  }
}

template <int zero>
float scaled(int code, float d, float /*m*/) {
  return static_cast<float>(code - zero) * d;
}
float shifted(int code, float d, float m) {
  return static_cast<float>(code) * d + m;
}

float from_table(int code, float d, float /*m*/) {
  constexpr std::array<float, 16> table{-127, -104, -83, -65, -49, -35, -22, -10,
                                        1,    13,   25,  38,  53,  69,  89,  113};
  return table[static_cast<std::size_t>(code)] * d;
}

void decode_q4_0(const std::byte* bytes, float* floats, Index blocks) {
  decode_four_bits<2>(bytes, floats, blocks, scaled<8>);
}
void decode_q4_1(const std::byte* bytes, float* floats, Index blocks) {
  decode_four_bits<4>(bytes, floats, blocks, shifted);
}
void decode_q5_0(const std::byte* bytes, float* floats, Index blocks) {
  decode_five_bits<2>(bytes, floats, blocks, scaled<16>);
}
void decode_q5_1(const std::byte* bytes, float* floats, Index blocks) {
  decode_five_bits<4>(bytes, floats, blocks, shifted);
}
void decode_iq4_nl(const std::byte* bytes, float* floats, Index blocks) {
  decode_four_bits<2>(bytes, floats, blocks, from_table);
}

void decode_q8_0(const std::byte* bytes, float* floats, Index blocks) {
  for (; blocks > 0; --blocks, floats += block, bytes += 2 + block) {
    const float d = load_half(bytes);
    for (Index place = 0; place < block; ++place) {
      floats[place] = static_cast<float>(load_little_endian<std::int8_t>(bytes + 2 + place)) * d;
    }
  }
}

}  // namespace

const ElementType q4_0{"Q4_0", block, 18, decode_q4_0};
const ElementType q4_1{"Q4_1", block, 20, decode_q4_1};
const ElementType q5_0{"Q5_0", block, 22, decode_q5_0};
const ElementType q5_1{"Q5_1", block, 24, decode_q5_1};
const ElementType q8_0{"Q8_0", block, 34, decode_q8_0};
const ElementType iq4_nl{"IQ4_NL", block, 18, decode_iq4_nl};

}  // namespace attnscope
