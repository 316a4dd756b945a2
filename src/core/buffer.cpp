// Blocks of a huge page or more are aligned to one, so that the kernel can use it from the first touch.
#include "core/buffer.hpp"

#include <cstdlib>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace attnscope {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t huge_page = std::size_t{2} << 20;

float* allocate(Index count) {
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(float);
  const std::size_t alignment = bytes >= huge_page ? huge_page : page;
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* block = std::aligned_alloc(alignment, rounded);
  if (block == nullptr) throw std::bad_alloc();
#if defined(__linux__)
  // Only advice: where it is not taken the memory is merely slower to touch.
  if (alignment == huge_page) madvise(block, rounded, MADV_HUGEPAGE);
#endif
  return static_cast<float*>(block);
}

}  // namespace

Buffer::Buffer(Index count) : first_(count > 0 ? allocate(count) : nullptr), count_(count) { assert(count >= 0); }

std::span<float> Buffer::at_least(Index count) {
  // The old block goes first, so that both never exist together.
  if (count > count_) {
    *this = Buffer();
    *this = Buffer(count);
  }
  return numbers();
}

void Buffer::Release::operator()(float* first) const { std::free(first); }

}  // namespace attnscope
