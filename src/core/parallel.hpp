// A pool of threads that wait blocked, for loops over units of fixed size.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "core/matrix.hpp"

namespace attnscope {

/// Results must not depend on the number of threads: give out units of fixed size, and join partial sums in unit order.
class ThreadPool {
 public:
  /// threads: at least 1; the calling thread is one of them.
  explicit ThreadPool(Index threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  Index threads() const;

  /// Calls work(unit, worker) once for each unit from 0 to units - 1, in any order; worker is from 0 to threads() - 1.
  /// Returns when all are done. The first exception that a unit throws is thrown again here, and no new unit starts
  /// after it. Stops likewise with Error(interrupted) once `interrupt_requested()` (core/interrupt.hpp).
  /// Requires: not called while it runs, from a unit or from another thread.
  void run(Index units, const std::function<void(Index unit, Index worker)>& work);

  /// Working memory of a worker, for the unit it is in: at least `count` floats on a page of their own, undefined at
  /// first. It is the same memory at each call, and stays with the pool.
  std::span<float> scratch(Index worker, Index count);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace attnscope
