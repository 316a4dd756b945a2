// A picture in the making: one byte a pixel, with a palette that grows as colours are used.
#pragma once

#include <array>
#include <memory>
#include <unordered_map>

#include "render/picture.hpp"
#include "render/sheet.hpp"
#include "render/theme.hpp"

namespace attnscope {

/// An entry of a canvas's palette.
using PaletteIndex = std::uint8_t;

class Canvas final : public Sheet {
 public:
  /// Throws: Error(usage) beyond the limits of check_picture_size.
  /// All of it paper at first; the page's own colours have their entries before any other.
  Canvas(Index width, Index height, const PageColours& colours);

  Index width() const { return picture_.width; }
  Index height() const { return picture_.height; }

  /// The entry of that colour: a new one while the palette has room, else the nearest there is.
  PaletteIndex entry(Colour colour);

  void fill(const Rectangle& area, PaletteIndex colour);
  void fill(const Rectangle& area, Colour colour) override { fill(area, entry(colour)); }
  /// The pixels of row y from x on, to be written directly. Requires: inside the canvas.
  std::span<PaletteIndex> pixels(Index x, Index y, Index count);

  /// Draws the text with its pen at (x, y). Glyphs with colours of their own make the picture one without a
  /// palette.
  void draw(const std::shared_ptr<const Sprite>& sprite, Index x, Index y, Colour ink) override;

  Picture finish() &&;

 private:
  struct Overlay {
    std::shared_ptr<const Sprite> sprite;
    Index x, y;
  };
  PaletteIndex blended(PaletteIndex under, Colour ink, std::uint8_t coverage);
  Rectangle clipped(const Rectangle& area) const;

  Picture picture_;
  std::unordered_map<std::uint32_t, PaletteIndex> entries_;  // by colour
  std::unordered_map<std::uint64_t, PaletteIndex> blends_;   // by ink, entry below and step of coverage
  std::vector<Overlay> overlays_;
};

}  // namespace attnscope
