// Ranked horizontal bars with their values printed.
#pragma once

#include <limits>
#include <vector>

#include "render/page.hpp"
#include "render/picture.hpp"

namespace attnscope {

struct Bar {
  Label label = {};
  double value = 0.0;                                           ///< of any sign; not-a-number draws no bar
  Index group = 0;                                              ///< entry of `groups`: its colour
  std::string remark = {};                                      ///< grey, after the value, such as "n = 812"
  double reference = std::numeric_limits<double>::quiet_NaN();  ///< a mark on the bar, such as a baseline
  double low = std::numeric_limits<double>::quiet_NaN();        ///< ends of an interval around the value
  double high = std::numeric_limits<double>::quiet_NaN();
};

struct BarsSpec {
  std::vector<Bar> bars = {};            ///< from the top, as they shall be read
  std::vector<std::string> groups = {};  ///< for the legend
  std::string reference_name = {};       ///< what the marks are; for the legend
  std::string interval_name = {};        ///< what the intervals are; for the legend
  std::string value_name = {};           ///< over the bars
  int decimals = 3;                      ///< of printed values
  double most = 0.0;  ///< value of the longest bar there could be, such as 1 or 100; 0 for the largest
  Caption caption = {};
  Page page = {};
};

/// Throws: Error(usage) when the picture would be too large.
Picture draw_bars(const BarsSpec& spec);

}  // namespace attnscope
