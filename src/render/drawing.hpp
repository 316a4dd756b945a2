// Lines, curves and shapes with smooth edges, for figures that are not made of cells.
#pragma once

#include <memory>
#include <span>

#include "render/canvas.hpp"

namespace attnscope {

/// A place on the page in pixels from the top left; whole numbers lie on the edges between pixels.
struct Point {
  double x = 0.0;
  double y = 0.0;
};

struct Pen {
  Colour colour;
  double width_px = 1.0;
  double opacity = 1.0;
  enum class Stroke { solid, dashed } stroke = Stroke::solid;
};

class Drawing final : public Sheet {
 public:
  /// Throws: Error(usage) beyond the limits of check_picture_size.
  Drawing(Index width, Index height, const PageColours& colours);
  ~Drawing() override;
  Drawing(const Drawing&) = delete;
  Drawing& operator=(const Drawing&) = delete;

  Index width() const { return width_; }
  Index height() const { return height_; }

  /// A line through the points; corners are rounded by up to `radius_px`.
  void line(std::span<const Point> points, const Pen& pen, double radius_px = 0.0);
  void polygon(std::span<const Point> corners, Colour colour, double opacity = 1.0);
  void disc(Point centre, double radius_px, Colour colour, double opacity = 1.0);
  void ring(Point centre, double radius_px, const Pen& pen);
  void fill(const Rectangle& area, Colour colour) override;
  /// A rectangle with rounded corners.
  void panel(const Rectangle& area, double radius_px, Colour colour);
  void draw(const std::shared_ptr<const Sprite>& sprite, Index x, Index y, Colour ink) override;

  /// With a palette where 256 colours are enough.
  Picture finish() &&;

 private:
  struct Surface;
  std::unique_ptr<Surface> surface_;
  Index width_;
  Index height_;
};

}  // namespace attnscope
