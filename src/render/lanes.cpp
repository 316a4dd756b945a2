// Short intervals take the lowest lane that is free above all they enclose.
#include "render/lanes.hpp"

#include <algorithm>
#include <numeric>

namespace attnscope {

std::vector<Index> assign_lanes(std::span<const Interval> intervals, double apart) {
  std::vector<std::size_t> order(intervals.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
    return intervals[one].to - intervals[one].from < intervals[other].to - intervals[other].from;
  });

  std::vector<Index> lanes(intervals.size(), 0);
  std::vector<std::size_t> placed;
  for (const std::size_t index : order) {
    const Interval& interval = intervals[index];
    Index lowest = 0;
    std::vector<Index> taken;
    for (const std::size_t other : placed) {
      const Interval& there = intervals[other];
      if (there.from - apart >= interval.to || interval.from - apart >= there.to) continue;
      taken.push_back(lanes[other]);
      const bool is_within = there.from >= interval.from && there.to <= interval.to;
      if (is_within) lowest = std::max(lowest, lanes[other] + 1);
    }
    while (std::ranges::find(taken, lowest) != taken.end()) ++lowest;
    lanes[index] = lowest;
    placed.push_back(index);
  }
  return lanes;
}

Index lane_count(std::span<const Index> lanes) {
  return lanes.empty() ? 0 : *std::max_element(lanes.begin(), lanes.end()) + 1;
}

}  // namespace attnscope
