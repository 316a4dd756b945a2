// One axis of a plot: its range, its ticks, and where values lie.
#pragma once

#include <vector>

#include "render/colour_scale.hpp"
#include "render/plot.hpp"

namespace attnscope {

class AxisScale {
 public:
  /// values: all that shall be shown; a range without extent is widened.
  AxisScale(const PlotAxis& axis, const std::vector<double>& values);

  /// Whether the axis has a place for the value.
  bool holds(double value) const;
  /// 0 at the low end, 1 at the high end; beyond them for values outside. Requires: holds(value).
  double position(double value) const;
  std::vector<Tick> ticks(Index most) const;

 private:
  bool is_logarithmic_;
  double low_;
  double high_;
};

}  // namespace attnscope
