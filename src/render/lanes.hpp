// Lines that run side by side, each in a lane of its own wherever they would meet.
#pragma once

#include <span>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

struct Interval {
  double from = 0.0;
  double to = 0.0;  ///< not before from
};

/// A lane (from 0) for each interval, such that overlapping ones differ and what lies within another is in a
/// lower lane. Intervals that only touch, or come no nearer than `apart`, may share one.
std::vector<Index> assign_lanes(std::span<const Interval> intervals, double apart = 0.0);

/// One more than the highest lane; 0 without lanes.
Index lane_count(std::span<const Index> lanes);

}  // namespace attnscope
