// The program's own `new` and `delete`, which count. Sizes are what malloc says it really gave.
#include "support/allocation.hpp"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> in_use{0};
std::atomic<std::size_t> most_in_use{0};

void* counted_or_null(void* block) noexcept {
  if (block == nullptr) return nullptr;
  const std::size_t now = in_use += ::malloc_usable_size(block);
  std::size_t most = most_in_use;
  while (now > most && !most_in_use.compare_exchange_weak(most, now)) {
  }
  return block;
}

void* counted(void* block) {
  if (block == nullptr) throw std::bad_alloc();
  return counted_or_null(block);
}

void release(void* block) {
  if (block != nullptr) in_use -= ::malloc_usable_size(block);
  std::free(block);
}

std::size_t rounded(std::size_t size, std::align_val_t alignment) {
  const auto step = static_cast<std::size_t>(alignment);
  return (size + step - 1) / step * step;
}

}  // namespace

void* operator new(std::size_t size) {
  return counted(std::malloc(size == 0 ? 1 : size));
}
void* operator new[](std::size_t size) {
  return counted(std::malloc(size == 0 ? 1 : size));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(std::aligned_alloc(static_cast<std::size_t>(alignment), rounded(size, alignment)));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return counted(std::aligned_alloc(static_cast<std::size_t>(alignment), rounded(size, alignment)));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return counted_or_null(std::malloc(size == 0 ? 1 : size));
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return counted_or_null(std::malloc(size == 0 ? 1 : size));
}
void operator delete(void* block) noexcept {
  release(block);
}
void operator delete[](void* block) noexcept {
  release(block);
}
void operator delete(void* block, const std::nothrow_t&) noexcept {
  release(block);
}
void operator delete[](void* block, const std::nothrow_t&) noexcept {
  release(block);
}
void operator delete(void* block, std::size_t) noexcept {
  release(block);
}
void operator delete[](void* block, std::size_t) noexcept {
  release(block);
}
void operator delete(void* block, std::align_val_t) noexcept {
  release(block);
}
void operator delete[](void* block, std::align_val_t) noexcept {
  release(block);
}
void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  release(block);
}
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept {
  release(block);
}

namespace attnscope {

AllocationPeak::AllocationPeak() : start_(in_use) {
  most_in_use = start_;
}

std::size_t AllocationPeak::bytes() const {
  return most_in_use - start_;
}

}  // namespace attnscope
