#include "analysis/frontier.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

namespace attnscope {

std::vector<bool> frontier_of(std::span<const CostAndLoss> points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return points[a].cost != points[b].cost ? points[a].cost < points[b].cost
                                            : points[a].loss < points[b].loss;
  });
  std::vector<bool> is_on_frontier(points.size(), false);
  double least = std::numeric_limits<double>::infinity();
  for (const std::size_t place : order) {
    if (!std::isfinite(points[place].loss) || points[place].loss >= least) continue;
    least = points[place].loss;
    is_on_frontier[place] = true;
  }
  return is_on_frontier;
}

}  // namespace attnscope
