// Every seed, and some thousand changed ones, through every reader. Long runs are libFuzzer's
// (docs/contributing.md).
#include <algorithm>

#include "core/file.hpp"
#include "fuzz/fuzz_target.hpp"
#include "fuzz/mutation.hpp"
#include "support/catch.hpp"
#include "support/paths.hpp"

using namespace attnscope;

namespace {

std::vector<std::string> seeds_of(const FuzzTarget& target) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator(golden_path().parent_path() / "fuzz" / "seeds" / target.name)) {
    paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> seeds;
  for (const auto& path : paths) seeds.push_back(read_text(path));
  return seeds;
}

}  // namespace

TEST_CASE("every reader has seeds that it accepts", "[fuzz]") {
  REQUIRE(fuzz_targets().size() >= 9);
  for (const FuzzTarget* target : fuzz_targets()) {
    INFO(target->name);
    const std::vector<std::string> seeds = seeds_of(*target);
    CHECK(std::any_of(seeds.begin(), seeds.end(),
                      [&](const std::string& seed) { return feed(*target, seed); }));
  }
}

TEST_CASE("every reader reads or refuses changed files", "[fuzz]") {
  constexpr int changes_per_seed = 400;
  for (const FuzzTarget* target : fuzz_targets()) {
    INFO(target->name);
    Random random(seed_for(1, target->name));
    Index refused = 0;
    for (const std::string& seed : seeds_of(*target)) {
      for (int change = 0; change < changes_per_seed; ++change) {
        refused += feed(*target, mutate(seed, random)) ? 0 : 1;
      }
    }
    CHECK(refused > 0);
  }
}
