#include "core/parallel.hpp"

#include <atomic>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "core/buffer.hpp"
#include "core/error.hpp"
#include "support/catch.hpp"

using namespace attnscope;

TEST_CASE("each unit is done once, whatever the number of threads", "[parallel]") {
  for (const Index threads : {1, 2, 7}) {
    ThreadPool pool(threads);
    CHECK(pool.threads() == threads);
    for (const Index units : {0, 1, 2, 5, 1000}) {
      std::vector<int> times(static_cast<std::size_t>(units), 0);
      pool.run(units, [&](Index unit, Index) { ++times[static_cast<std::size_t>(unit)]; });
      CHECK(times == std::vector<int>(static_cast<std::size_t>(units), 1));
    }
  }
}

TEST_CASE("no two units run at once under one worker number", "[parallel]") {
  ThreadPool pool(4);
  std::vector<std::thread::id> owner(4);
  std::vector<Index> done(4, 0);
  pool.run(200, [&](Index, Index worker) {
    // Plain variables: a thread sanitizer build finds the race if there is one.
    owner[static_cast<std::size_t>(worker)] = std::this_thread::get_id();
    ++done[static_cast<std::size_t>(worker)];
  });
  CHECK(std::accumulate(done.begin(), done.end(), Index{0}) == 200);
  CHECK((done[0] == 0 || owner[0] == std::this_thread::get_id()));
}

TEST_CASE("many short runs follow each other", "[parallel]") {
  ThreadPool pool(3);
  Index sum = 0;
  for (Index run = 0; run < 2000; ++run) {
    std::vector<Index> parts(4, 0);
    pool.run(4, [&](Index unit, Index) { parts[static_cast<std::size_t>(unit)] = unit + run; });
    sum += std::accumulate(parts.begin(), parts.end(), Index{0});
  }
  CHECK(sum == 2000 * 6 + 4 * (2000 * 1999 / 2));
}

TEST_CASE("the exception of a unit ends the run and leaves the pool usable", "[parallel]") {
  ThreadPool pool(2);
  std::atomic<int> started{0};
  try {
    pool.run(100000, [&](Index unit, Index) {
      ++started;
      if (unit == 10) throw Error(Error::Kind::input, "unit 10");
    });
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(std::string(error.what()) == "unit 10");
  }
  CHECK(started.load() < 100000);
  std::atomic<int> later{0};
  pool.run(5, [&](Index, Index) { ++later; });
  CHECK(later.load() == 5);
}

TEST_CASE("a worker's scratch memory is its own and stays the same", "[parallel]") {
  ThreadPool pool(2);
  float* const first = pool.scratch(0, 100).data();
  CHECK(pool.scratch(0, 50).data() == first);
  CHECK(pool.scratch(0, 50).size() >= 100);
  CHECK(pool.scratch(1, 100).data() != first);
  std::atomic<int> faults{0};
  pool.run(50, [&](Index unit, Index worker) {
    const std::span<float> numbers = pool.scratch(worker, 1000);
    for (float& number : numbers) number = static_cast<float>(unit);
    if (numbers.front() != static_cast<float>(unit) || numbers[999] != static_cast<float>(unit)) ++faults;
  });
  CHECK(faults.load() == 0);
}

TEST_CASE("a buffer starts on a page, a big one on a huge page", "[buffer]") {
  CHECK(Buffer(0).numbers().empty());
  const Buffer small(10);
  const Buffer big(3 << 20);
  CHECK(reinterpret_cast<std::uintptr_t>(small.numbers().data()) % 4096 == 0);
  CHECK(reinterpret_cast<std::uintptr_t>(big.numbers().data()) % (2 << 20) == 0);
  big.numbers().back() = 1.0f;
  CHECK(big.numbers().size() == 3 << 20);
}

TEST_CASE("a buffer grows but does not shrink", "[buffer]") {
  Buffer buffer;
  CHECK(buffer.at_least(100).size() == 100);
  CHECK(buffer.at_least(10).size() == 100);
  CHECK(buffer.at_least(1000).size() == 1000);
}
