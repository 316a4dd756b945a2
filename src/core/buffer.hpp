// Working memory that is kept, because it is needed again and again.
#pragma once

#include <memory>
#include <span>

#include "core/matrix.hpp"
#include "core/memory.hpp"

namespace attnscope {

/// Floats on pages of their own (core/memory.hpp); their values are undefined at first.
class Buffer {
 public:
  Buffer() = default;
  /// Throws: std::bad_alloc when the memory is not to be had.
  explicit Buffer(Index count);

  std::span<float> numbers() const { return {first_.get(), static_cast<std::size_t>(count_)}; }
  /// Makes room for at least this many; what was in it is lost when it grows.
  std::span<float> at_least(Index count);

 private:
  struct Release {
    void operator()(float* first) const { release_block(first); }
  };
  std::unique_ptr<float, Release> first_;
  Index count_ = 0;
};

}  // namespace attnscope
