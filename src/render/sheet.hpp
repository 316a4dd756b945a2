// What can be painted on, by cells or by strokes: enough for captions, legends and labels.
#pragma once

#include <memory>

#include "core/colour_table.hpp"
#include "render/text.hpp"

namespace attnscope {

struct Rectangle {
  Index x = 0;
  Index y = 0;
  Index width = 0;
  Index height = 0;
};

/// Coordinates are pixels from the top left; what lies outside is left out.
class Sheet {
 public:
  virtual ~Sheet() = default;

  virtual void fill(const Rectangle& area, Colour colour) = 0;
  /// Draws the text with its pen at (x, y).
  virtual void draw(const std::shared_ptr<const Sprite>& sprite, Index x, Index y, Colour ink) = 0;

  /// A frame `thickness` wide inside the edge of the area.
  void frame(const Rectangle& area, Index thickness, Colour colour);
  /// Diagonal lines on a ground; the lines of neighbouring areas meet.
  void hatch(const Rectangle& area, Colour ground, Colour line, Index spacing_px);

 protected:
  Sheet() = default;
  Sheet(const Sheet&) = default;
  Sheet& operator=(const Sheet&) = default;
};

}  // namespace attnscope
