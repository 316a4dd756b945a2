// A finished picture: one byte a pixel through a palette, or three bytes a pixel.
#pragma once

#include <cstdint>
#include <vector>

#include "core/colour_table.hpp"
#include "core/matrix.hpp"

namespace attnscope {

/// Pixels row by row from the top. With a palette of 1 to 256 colours, `pixels` holds width x height entries
/// of it; without one, width x height x 3 bytes red, green, blue.
struct Picture {
  Index width = 0;
  Index height = 0;
  std::vector<std::uint8_t> pixels;
  std::vector<Colour> palette;

  bool is_indexed() const { return !palette.empty(); }
  /// The colour of one pixel. Requires: inside the picture.
  Colour at(Index x, Index y) const;
};

/// The longest side and the most pixels of a picture: PNG decoders and stb's int sizes end not far beyond.
inline constexpr Index longest_side_px = 32'000;
inline constexpr Index most_pixels = 400'000'000;

/// Throws: Error(usage) with advice when a picture of that size would pass the limits.
void check_picture_size(Index width, Index height);

}  // namespace attnscope
