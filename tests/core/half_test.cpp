// 16-bit numbers: special values, and every pattern against the definition.
#include "core/half.hpp"

#include <cmath>
#include <cstring>
#include <vector>

#include "support/catch.hpp"

using namespace attnscope;

namespace {

/// The definition: (−1)^s · 2^(e−15) · 1.f, or 2^−14 · 0.f where e is 0.
double half_by_definition(std::uint16_t half) {
  const int exponent = half >> 10 & 31;
  const int fraction = half & 1023;
  const double sign = (half & 0x8000) != 0 ? -1.0 : 1.0;
  if (exponent == 31) return fraction == 0 ? sign * HUGE_VAL : std::nan("");
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

}  // namespace

TEST_CASE("half-precision numbers keep their value", "[half]") {
  CHECK(half_to_float(0x3C00) == 1.0F);
  CHECK(half_to_float(0xC100) == -2.5F);
  CHECK(half_to_float(0x7BFF) == 65504.0F);
  CHECK(half_to_float(0x0001) == 0x1p-24F);
  CHECK(std::isinf(half_to_float(0x7C00)));
  CHECK(std::isnan(half_to_float(0x7E00)));
  CHECK(std::signbit(half_to_float(0x8000)));
  CHECK(bfloat16_to_float(0x3FC0) == 1.5F);
}

TEST_CASE("every half is widened as the definition says, at any address", "[half]") {
  constexpr Index count = 65536;
  std::vector<std::byte> bytes(2 * count + 1);
  for (Index half = 0; half < count; ++half) {
    const auto value = static_cast<std::uint16_t>(half);
    std::memcpy(bytes.data() + 1 + 2 * half, &value, 2);
  }
  std::vector<float> floats(count);
  widen_halves(bytes.data() + 1, floats.data(), count);
  Index wrong = 0;
  for (Index half = 0; half < count; ++half) {
    const double expected = half_by_definition(static_cast<std::uint16_t>(half));
    const double found = static_cast<double>(floats[static_cast<std::size_t>(half)]);
    const bool equal = std::isnan(expected) ? std::isnan(found) : expected == found;
    wrong += equal ? 0 : 1;
  }
  CHECK(wrong == 0);
}

TEST_CASE("a count that does not fill a block is widened to its end and no further", "[half]") {
  const std::vector<std::byte> bytes(2 * 67, std::byte{0x3C});
  std::vector<float> floats(68, -1.0F);
  widen_bfloat16(bytes.data(), floats.data(), 67);
  CHECK(floats[66] == bfloat16_to_float(0x3C3C));
  CHECK(floats[67] == -1.0F);
}
