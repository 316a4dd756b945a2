// Memory for big arrays. Touching a fresh page of 4 KiB can cost more than computing on it, above all in a
// virtual machine, so blocks of a huge page (2 MiB) or more ask for huge pages.
#pragma once

#include <cstddef>

namespace attnscope {

/// At least on a cache line of its own, on a page of its own from a page on. Throws: std::bad_alloc.
void* allocate_block(std::size_t bytes);
void release_block(void* block) noexcept;

/// For standard containers.
template <typename Number>
struct BlockAllocator {
  using value_type = Number;

  BlockAllocator() = default;
  template <typename Other>
  BlockAllocator(const BlockAllocator<Other>&) noexcept {}

  Number* allocate(std::size_t count) { return static_cast<Number*>(allocate_block(count * sizeof(Number))); }
  void deallocate(Number* first, std::size_t) noexcept { release_block(first); }
  template <typename Other>
  bool operator==(const BlockAllocator<Other>&) const noexcept {
    return true;
  }
};

}  // namespace attnscope
