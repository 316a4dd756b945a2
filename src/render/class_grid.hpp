// Layers and heads coloured by what they are: the shape of their maps, or any other class.
#pragma once

#include <vector>

#include "render/page.hpp"
#include "render/picture.hpp"

namespace attnscope {

struct ClassCell {
  Index kind = -1;         ///< entry of `kinds`; -1 for none
  std::string text = {};   ///< short, such as an offset "+1" or a token; may be empty
  bool is_framed = false;  ///< such as a head with a role
};

struct ClassGridSpec {
  Index rows = 0;
  Index cols = 0;
  std::vector<ClassCell> cells = {};           ///< [rows * cols], row by row
  std::vector<std::string> kinds = {};         ///< at most eight, told apart by colour
  std::vector<std::string> row_names = {};     ///< one for each row, or none
  std::vector<std::string> column_names = {};  ///< one for each column, or none
  std::string row_axis = "layer";
  std::string column_axis = "head";
  std::string frame_meaning = {};  ///< for the legend
  Caption caption = {};
  Page page = {};
};

/// Throws: Error(usage) when the picture would be too large.
Picture draw_class_grid(const ClassGridSpec& spec);

}  // namespace attnscope
