// For patterns over pictures whose pixels come row by row: where a token stands in the grid.
#pragma once

#include "attention/pattern/root_length.hpp"

namespace attnscope {

/// A grid of `width` columns; token t is the pixel in row t / width, column t mod width.
struct PixelGrid {
  Index width = 1;
  Index height = 1;

  /// width 0 makes the grid as square as the tokens allow.
  PixelGrid(Index chosen_width, Index tokens)
      : width(or_root(chosen_width, tokens)), height((tokens + width - 1) / width) {}
  Index row(Index token) const { return token / width; }
  Index col(Index token) const { return token % width; }
};

}  // namespace attnscope
