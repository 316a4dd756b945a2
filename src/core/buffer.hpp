// Memory for big arrays of numbers: touching a fresh page of 4 KiB can cost as much as computing on it, so big blocks
// ask for huge pages, and blocks that are needed again and again are kept.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "core/matrix.hpp"

namespace attnscope {

/// Floats that start on a page of their own; their values are undefined at first.
class Buffer {
 public:
  Buffer() = default;
  /// Throws: std::bad_alloc when the memory is not to be had.
  explicit Buffer(Index count);

  std::span<float> numbers() const { return {first_.get(), static_cast<std::size_t>(count_)}; }
  Index count() const { return count_; }
  /// Makes room for at least this many; what was in it is lost when it grows.
  std::span<float> at_least(Index count);

 private:
  struct Release {
    void operator()(float* first) const;
  };
  std::unique_ptr<float, Release> first_;
  Index count_ = 0;
};

}  // namespace attnscope
