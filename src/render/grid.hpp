// All layers and heads at one look: small maps without labels, one colour bar.
#pragma once

#include <vector>

#include "render/colour_scale.hpp"
#include "render/picture.hpp"

namespace attnscope {

/// A head framed in the grid, such as one with a role.
struct GridFrame {
  Index row = 0;
  Index col = 0;
  std::string meaning = {};  ///< equal meanings share a colour and an entry of the legend
};

struct GridSpec {
  Index rows = 0;                       ///< layers
  Index cols = 0;                       ///< heads
  std::vector<MaskedValues> maps = {};  ///< [rows * cols], row by row; an empty one leaves its place blank
  std::vector<std::string> row_names = {};     ///< one for each row: "0", "1", …
  std::vector<std::string> column_names = {};  ///< one for each column
  std::string row_axis = "layer";
  std::string column_axis = "head";
  ColourScale colours = {};  ///< of all maps together
  std::vector<GridFrame> frames = {};
  Caption caption = {};
  std::string value_name = "weight";
  Page page = {};
};

/// Maps of more than about 200 cells a side are drawn smaller: each pixel shows the largest of its cells (by
/// size). Throws: Error(usage) when there are more maps than a picture can hold.
Picture draw_grid(const GridSpec& spec);

}  // namespace attnscope
