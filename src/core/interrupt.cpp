// The signal handler only sets a flag; temporary files are removed by the destructors that the exception runs.
#include "core/interrupt.hpp"

#include <csignal>

#include <atomic>

#include "core/error.hpp"

namespace attnscope {
namespace {

std::atomic<bool> requested{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

extern "C" void on_signal(int) { requested.store(true, std::memory_order_relaxed); }

}  // namespace

void watch_for_interrupt() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupt_requested() { return requested.load(std::memory_order_relaxed); }

void throw_if_interrupted() {
  if (interrupt_requested()) throw Error(Error::Kind::interrupted, "interrupted");
}

}  // namespace attnscope
