// Frames and hatching, made of filled rectangles.
#include "render/sheet.hpp"

namespace attnscope {

void Sheet::frame(const Rectangle& area, Index thickness, Colour colour) {
  fill({area.x, area.y, area.width, thickness}, colour);
  fill({area.x, area.y + area.height - thickness, area.width, thickness}, colour);
  fill({area.x, area.y, thickness, area.height}, colour);
  fill({area.x + area.width - thickness, area.y, thickness, area.height}, colour);
}

void Sheet::hatch(const Rectangle& area, Colour ground, Colour line, Index spacing_px) {
  fill(area, ground);
  for (Index y = area.y; y < area.y + area.height; ++y) {
    for (Index x = area.x + (spacing_px - (area.x + y) % spacing_px) % spacing_px; x < area.x + area.width;
         x += spacing_px) {
      fill({x, y, 1, 1}, line);
    }
  }
}

}  // namespace attnscope
