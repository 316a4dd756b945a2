// How much memory a piece of work takes at its peak.
#pragma once

#include <cstddef>

namespace attnscope {

/// Counts what `new` hands out from its making on, in all threads. One at a time.
class AllocationPeak {
 public:
  AllocationPeak();
  /// The most bytes that were in use at one time, beyond those in use at the start.
  std::size_t bytes() const;

 private:
  std::size_t start_;
};

}  // namespace attnscope
