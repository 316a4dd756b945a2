// Big blocks are aligned to a huge page, so that the system can use one from the first touch.
#include "core/memory.hpp"

#include <cstdlib>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace attnscope {
namespace {

constexpr std::size_t cache_line = 64;
constexpr std::size_t page = 4096;
constexpr std::size_t huge_page = std::size_t{2} << 20;

}  // namespace

void* allocate_block(std::size_t bytes) {
  const std::size_t alignment = bytes >= huge_page ? huge_page : bytes >= page ? page : cache_line;
  // The size is a multiple of the smallest alignment only: a last part of a huge page stays on small pages.
  const std::size_t unit = bytes >= page ? page : cache_line;
  if (bytes > static_cast<std::size_t>(-1) / 2) throw std::bad_alloc();
  void* block = nullptr;
  if (posix_memalign(&block, alignment, (bytes + unit - 1) / unit * unit) != 0) throw std::bad_alloc();
#if defined(__linux__)
  // Only advice: where it is not taken the memory is merely slower to touch.
  if (alignment == huge_page) madvise(block, bytes, MADV_HUGEPAGE);
#endif
  return block;
}

void release_block(void* block) noexcept {
  std::free(block);
}

}  // namespace attnscope
