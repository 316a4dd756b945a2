// Workers sleep on a condition variable between runs; units are handed out by one counter. A run does not wait for
// workers that have not woken up yet: they find it closed and sleep on.
#include "core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "core/buffer.hpp"
#include "core/interrupt.hpp"

namespace attnscope {

struct ThreadPool::State {
  std::mutex mutex;  // guards all but next_unit and scratch
  std::condition_variable wake;
  std::condition_variable done;
  std::vector<std::thread> workers;
  const std::function<void(Index, Index)>* work = nullptr;  // null between runs
  Index units = 0;
  Index busy = 0;  // workers inside take_units
  std::uint64_t run = 0;
  bool closing = false;
  std::exception_ptr failure;
  std::atomic<Index> next_unit{0};
  std::vector<Buffer> scratch;  // each touched by its worker only

  void take_units(Index worker, Index count, const std::function<void(Index, Index)>& units_work) {
    try {
      while (true) {
        const Index unit = next_unit.fetch_add(1, std::memory_order_relaxed);
        if (unit >= count) return;
        throw_if_interrupted();
        units_work(unit, worker);
      }
    } catch (...) {
      next_unit.store(count, std::memory_order_relaxed);
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  }

  void serve(Index worker) {
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex);
    while (true) {
      wake.wait(lock, [&] { return closing || (work != nullptr && run != seen); });
      if (closing) return;
      seen = run;
      ++busy;
      const auto* const current = work;
      const Index count = units;
      lock.unlock();
      take_units(worker, count, *current);
      lock.lock();
      if (--busy == 0) done.notify_one();
    }
  }
};

ThreadPool::ThreadPool(Index threads) : state_(std::make_unique<State>()) {
  assert(threads >= 1);
  state_->scratch.resize(static_cast<std::size_t>(threads));
  for (Index worker = 1; worker < threads; ++worker) {
    state_->workers.emplace_back([state = state_.get(), worker] { state->serve(worker); });
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->closing = true;
  }
  state_->wake.notify_all();
  for (std::thread& worker : state_->workers) worker.join();
}

Index ThreadPool::threads() const { return static_cast<Index>(state_->workers.size()) + 1; }

void ThreadPool::run(Index units, const std::function<void(Index, Index)>& work) {
  if (units <= 0) return;
  {
    const std::lock_guard lock(state_->mutex);
    assert(state_->work == nullptr);
    state_->work = &work;
    state_->units = units;
    state_->next_unit.store(0, std::memory_order_relaxed);
    state_->failure = nullptr;
    ++state_->run;
  }
  const Index helpers = std::min(units, threads()) - 1;
  for (Index helper = 0; helper < helpers; ++helper) state_->wake.notify_one();
  state_->take_units(0, units, work);
  std::unique_lock lock(state_->mutex);
  state_->work = nullptr;
  state_->done.wait(lock, [this] { return state_->busy == 0; });
  if (state_->failure) std::rethrow_exception(state_->failure);
}

std::span<float> ThreadPool::scratch(Index worker, Index count) {
  assert(worker >= 0 && worker < threads());
  return state_->scratch[static_cast<std::size_t>(worker)].at_least(count);
}

}  // namespace attnscope
