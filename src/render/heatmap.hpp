// One attention map as a labelled matrix: queries down, keys across.
#pragma once

#include <vector>

#include "render/colour_scale.hpp"
#include "render/picture.hpp"

namespace attnscope {

/// A rectangle of cells framed on the map, such as a gold head or the border of a block.
struct HeatmapMark {
  Index row = 0;
  Index col = 0;
  Index rows = 1;
  Index cols = 1;
  Index meaning = 0;  ///< entry of `mark_meanings`
};

struct HeatmapSpec {
  MaskedValues map = {};            ///< [rows x cols], at least one cell
  std::vector<Label> rows = {};     ///< one for each row, or none
  std::vector<Label> columns = {};  ///< one for each column, or none
  ColourScale colours = {};
  Caption caption = {};
  std::string row_axis = "query (from)";
  std::string column_axis = "key (to)";
  std::string value_name = "weight";
  std::vector<HeatmapMark> marks = {};
  std::vector<std::string> mark_meanings = {};  ///< for the legend
  enum class Numbers { automatic, always, never };
  /// Values printed in the cells; automatic prints them where there is room, but none that rounds to zero;
  /// always makes the room.
  Numbers numbers = Numbers::automatic;
  int decimals = 2;  ///< of numbers in cells
  Page page = {};
};

/// Throws: Error(usage) when the map is larger than a picture can be: pool it first.
Picture draw_heatmap(const HeatmapSpec& spec);

}  // namespace attnscope
