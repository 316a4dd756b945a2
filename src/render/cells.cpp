// One row of pixels is painted for each row of cells, then copied.
#include "render/cells.hpp"

#include <algorithm>
#include <cmath>

namespace attnscope {

CellPainter::CellPainter(Canvas& canvas, const Colouring& colouring, const PageColours& colours,
                         Index level_count)
    : canvas_(canvas), colouring_(colouring), colours_(colours) {
  for (Index level = 0; level < level_count; ++level) {
    const double position = static_cast<double>(level) / static_cast<double>(level_count - 1);
    levels_.push_back(canvas.entry(colouring.map().at(position)));
  }
}

Index CellPainter::level(float value) const {
  return std::lround(colouring_.position(value) * static_cast<double>(levels_.size() - 1));
}

Colour CellPainter::colour_of(float value) const {
  if (std::isnan(value)) return colours_.not_a_number;
  return colouring_.map().at(static_cast<double>(level(value)) / static_cast<double>(levels_.size() - 1));
}

void CellPainter::paint(const MaskedValues& map, Index x, Index y, Index cell_px, Index grid_px,
                        Index hatch_px) {
  const PaletteIndex not_a_number = canvas_.entry(colours_.not_a_number);
  const PaletteIndex hidden = canvas_.entry(colours_.hidden);
  const Index inner = cell_px - grid_px;
  const bool has_hatching = cell_px >= hatch_px;
  for (Index row = 0; row < map.values.rows; ++row) {
    const Index top = y + row * cell_px;
    const std::span<PaletteIndex> line = canvas_.pixels(x, top, map.values.cols * cell_px);
    for (Index col = 0; col < map.values.cols; ++col) {
      const float value = map.values(row, col);
      const PaletteIndex entry = map.is_hidden(row, col) ? hidden
                                 : std::isnan(value)     ? not_a_number
                                                         : levels_[static_cast<std::size_t>(level(value))];
      std::fill_n(line.begin() + col * cell_px, inner, entry);
    }
    for (Index copy = 1; copy < inner; ++copy) {
      std::ranges::copy(line, canvas_.pixels(x, top + copy, map.values.cols * cell_px).begin());
    }
    for (Index col = 0; has_hatching && col < map.values.cols; ++col) {
      if (!map.is_hidden(row, col)) continue;
      canvas_.hatch({x + col * cell_px, top, inner, inner}, colours_.hidden, colours_.hidden_line, hatch_px);
    }
  }
}

}  // namespace attnscope
