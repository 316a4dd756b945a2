// A matrix painted as square cells straight into the canvas.
#pragma once

#include <vector>

#include "render/canvas.hpp"
#include "render/colour_scale.hpp"

namespace attnscope {

/// Paints values in the colours of one scale, which takes a given number of entries of the canvas's palette.
class CellPainter {
 public:
  /// Odd, so that a diverging scale has its zero in the middle of a step.
  static constexpr Index most_levels = 161;
  static constexpr Index levels_of_two = 103;  ///< for each of two scales on one canvas

  CellPainter(Canvas& canvas, const Colouring& colouring, const PageColours& colours,
              Index level_count = most_levels);

  /// The scale's entries of the palette, from its low end to its high one.
  std::span<const PaletteIndex> levels() const { return levels_; }
  /// The colour that a value is painted in.
  Colour colour_of(float value) const;

  /// Paints with the first cell's corner at (x, y). grid_px: width of the lines between cells, left
  /// unpainted.
  void paint(const MaskedValues& map, Index x, Index y, Index cell_px, Index grid_px, Index hatch_px);

 private:
  Index level(float value) const;

  Canvas& canvas_;
  const Colouring& colouring_;
  const PageColours& colours_;
  std::vector<PaletteIndex> levels_;
};

}  // namespace attnscope
