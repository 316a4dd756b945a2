#include "analysis/frontier.hpp"

#include <limits>

#include "support/catch.hpp"

using namespace attnscope;

TEST_CASE("the frontier is what nobody beats in both", "[analysis][frontier]") {
  const std::vector<CostAndLoss> points{{1, 0.9}, {2, 0.5}, {2, 0.4}, {3, 0.4}, {4, 0.6}, {5, 0.0}};
  CHECK(frontier_of(points) == std::vector<bool>{true, false, true, false, false, true});
}

TEST_CASE("of equal points one is on the frontier, and none without a finite loss", "[analysis][frontier]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<CostAndLoss> points{{1, nan}, {1, infinity}, {2, 0.5}, {2, 0.5}};
  CHECK(frontier_of(points) == std::vector<bool>{false, false, true, false});
  CHECK(frontier_of({}).empty());
}
