// Whole arrays of 16-bit numbers to float, in blocks of fixed size that the compiler turns into vector code.
#include "core/half.hpp"

#include <array>
#include <cstring>

namespace attnscope {
namespace {

constexpr Index block = 64;  // a constant trip count: the vectoriser then needs no run-time checks

template <typename Widen>
void widen_all(const std::byte* numbers, float* floats, Index count, Widen widen) {
  std::array<std::uint16_t, block> buffer;
  Index done = 0;
  for (; done + block <= count; done += block) {
    std::memcpy(buffer.data(), numbers + 2 * done, sizeof(buffer));
    float* out = floats + done;
    for (std::size_t place = 0; place < block; ++place) out[place] = widen(buffer[place]);
  }
  if (done == count) return;
  std::memcpy(buffer.data(), numbers + 2 * done, static_cast<std::size_t>(2 * (count - done)));
  for (std::size_t place = 0; done < count; ++done, ++place) floats[done] = widen(buffer[place]);
}

}  // namespace

void widen_halves(const std::byte* halves, float* floats, Index count) {
  widen_all(halves, floats, count, [](std::uint16_t half) { return half_to_float(half); });
}

void widen_bfloat16(const std::byte* numbers, float* floats, Index count) {
  widen_all(numbers, floats, count, [](std::uint16_t number) { return bfloat16_to_float(number); });
}

}  // namespace attnscope
