// A matrix painted as square cells straight into the canvas.
#pragma once

#include <vector>

#include "render/canvas.hpp"
#include "render/colour_scale.hpp"

namespace attnscope {

/// Paints values in the colours of one scale. The palette of a canvas holds the scale in `level_count` steps.
class CellPainter {
 public:
  static constexpr Index level_count = 161;  // odd: a diverging scale has its zero in the middle of a step

  CellPainter(Canvas& canvas, const Colouring& colouring, const PageColours& colours);

  /// The scale's entries of the palette, from its low end to its high one.
  std::span<const PaletteIndex> levels() const { return levels_; }
  /// The colour that a value is painted in.
  Colour colour_of(float value) const;

  /// Paints with the first cell's corner at (x, y). grid_px: width of the lines between cells, left
  /// unpainted.
  void paint(const MaskedValues& map, Index x, Index y, Index cell_px, Index grid_px, Index hatch_px);

 private:
  PaletteIndex level(float value) const;

  Canvas& canvas_;
  const Colouring& colouring_;
  const PageColours& colours_;
  std::vector<PaletteIndex> levels_;
};

}  // namespace attnscope
