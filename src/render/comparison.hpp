// Variants side by side: the map of each, below it the difference from the first, below that its figures.
#pragma once

#include <vector>

#include "render/colour_scale.hpp"
#include "render/picture.hpp"

namespace attnscope {

struct ComparedMap {
  std::string name = {};
  MaskedValues map = {};
  MaskedValues difference = {};           ///< empty for the one that the others are compared with
  std::vector<std::string> figures = {};  ///< one for each figure name; may be empty
};

struct ComparisonSpec {
  std::vector<ComparedMap> columns = {};       ///< at least one; all maps of one size
  std::vector<Label> rows = {};                ///< one for each row of the maps, or none
  std::vector<Label> keys = {};                ///< one for each column of the maps, or none
  std::vector<std::string> figure_names = {};  ///< with units
  ColourScale colours = {};
  ColourScale difference_colours = {.kind = ColourScale::Kind::diverging,
                                    .range = ColourScale::Range::largest};
  std::string value_name = "weight";
  std::string difference_name = "difference";
  Caption caption = {};
  Page page = {};
};

/// Maps of more than about 400 cells a side are pooled to the largest of a block of cells.
/// Throws: Error(usage) when there are more variants than a picture can hold.
Picture draw_comparison(const ComparisonSpec& spec);

}  // namespace attnscope
