// Lines and points over two axes, each linear or logarithmic.
#pragma once

#include <limits>
#include <vector>

#include "render/page.hpp"
#include "render/picture.hpp"

namespace attnscope {

struct PlotPoint {
  double x = 0.0;
  double y = 0.0;  ///< a point with a coordinate that is not finite is left out, and a line breaks there
  std::string name = {};        ///< beside the point where there is room; may be empty
  bool is_on_frontier = false;  ///< drawn strongly and joined with its like; the others fade
};

struct PlotSeries {
  enum class Mark { line, points, line_with_points };
  std::string name = {};
  std::vector<PlotPoint> points = {};
  Mark mark = Mark::line;
  bool is_reference = false;  ///< grey and dashed: a bound, a baseline
};

struct PlotAxis {
  enum class Spacing { linear, logarithmic };
  std::string name = {};  ///< with its unit
  Spacing spacing = Spacing::linear;
  double low = std::numeric_limits<double>::quiet_NaN();  ///< taken from the points where it is not given
  double high = std::numeric_limits<double>::quiet_NaN();
};

struct PlotSpec {
  std::vector<PlotSeries> series = {};  ///< those with an empty name stand in no legend
  PlotAxis x = {};
  PlotAxis y = {};
  std::string frontier_name = {};  ///< for the legend, such as "least loss for the cost"
  Caption caption = {};
  Index width_px = 620;  ///< of the plot itself at scale 1
  Index height_px = 400;
  Page page = {};
};

/// On a logarithmic axis, points that are not positive are left out. Names of lines stand at their right end.
/// Throws: Error(usage) when the picture would be too large.
Picture draw_plot(const PlotSpec& spec);

}  // namespace attnscope
