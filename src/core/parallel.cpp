// Workers sleep on a condition variable between runs; units are handed out by one counter.
#include "core/parallel.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "core/interrupt.hpp"

namespace attnscope {

struct ThreadPool::State {
  std::mutex mutex;
  std::condition_variable wake;
  std::condition_variable done;
  std::vector<std::thread> workers;
  const std::function<void(Index, Index)>* work = nullptr;
  Index units = 0;
  std::atomic<Index> next_unit{0};
  Index busy = 0;
  std::uint64_t run = 0;
  bool closing = false;
  std::exception_ptr failure;

  void take_units(Index worker) {
    try {
      while (true) {
        const Index unit = next_unit.fetch_add(1);
        if (unit >= units) return;
        throw_if_interrupted();
        (*work)(unit, worker);
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next_unit.store(units);
    }
  }

  void serve(Index worker) {
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex);
    while (true) {
      wake.wait(lock, [&] { return closing || run != seen; });
      if (closing) return;
      seen = run;
      lock.unlock();
      take_units(worker);
      lock.lock();
      if (--busy == 0) done.notify_one();
    }
  }
};

ThreadPool::ThreadPool(Index threads) : state_(std::make_unique<State>()) {
  assert(threads >= 1);
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
    state_->work = &work;
    state_->units = units;
    state_->next_unit.store(0);
    state_->busy = static_cast<Index>(state_->workers.size());
    state_->failure = nullptr;
    ++state_->run;
  }
  if (units > 1) state_->wake.notify_all();
  state_->take_units(0);
  std::unique_lock lock(state_->mutex);
  if (units == 1 && !state_->workers.empty()) {
    lock.unlock();
    state_->wake.notify_all();
    lock.lock();
  }
  state_->done.wait(lock, [this] { return state_->busy == 0; });
  if (state_->failure) std::rethrow_exception(state_->failure);
}

}  // namespace attnscope
