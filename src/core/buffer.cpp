// Grows by giving the old block back first, so that both never exist together.
#include "core/buffer.hpp"

#include <algorithm>

namespace attnscope {
namespace {

constexpr Index page = 4096 / sizeof(float);

float* allocate(Index count) {
  return static_cast<float*>(allocate_block(static_cast<std::size_t>(std::max(count, page)) * sizeof(float)));
}

}  // namespace

Buffer::Buffer(Index count) : first_(count > 0 ? allocate(count) : nullptr), count_(count) {
  assert(count >= 0);
}

std::span<float> Buffer::at_least(Index count) {
  if (count > count_) {
    *this = Buffer();
    *this = Buffer(count);
  }
  return numbers();
}

}  // namespace attnscope
