// Cairo's image surface; text is copied onto it from the sprites.
#include "render/drawing.hpp"

#include <cairo.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <unordered_map>

#include "core/error.hpp"

namespace attnscope {
namespace {

void set_colour(cairo_t* context, Colour colour, double opacity) {
  cairo_set_source_rgba(context, colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0, opacity);
}

/// `share` of 255 of `over` on `under`, one part of a colour.
std::uint32_t mix(std::uint32_t under, std::uint32_t over, std::uint32_t share) {
  return (under * (255U - share) + over * share + 127U) / 255U;
}

double length(Point from, Point to) {
  return std::hypot(to.x - from.x, to.y - from.y);
}

Point towards(Point from, Point to, double distance) {
  const double whole = length(from, to);
  if (whole == 0.0) return from;
  return {from.x + (to.x - from.x) * distance / whole, from.y + (to.y - from.y) * distance / whole};
}

}  // namespace

struct Drawing::Surface {
  cairo_surface_t* image;
  cairo_t* context;

  Surface(Index width, Index height)
      : image(cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(width),
                                         static_cast<int>(height))),
        context(cairo_create(image)) {
    if (cairo_status(context) != CAIRO_STATUS_SUCCESS) {
      const std::string reason = cairo_status_to_string(cairo_status(context));
      release();
      throw Error(Error::Kind::other, "picture: " + reason);
    }
  }
  ~Surface() { release(); }
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;

  /// The pixels of row y: 0x00RRGGBB each. Cairo must have been flushed.
  std::uint32_t* row(Index y) const {
    unsigned char* bytes = cairo_image_surface_get_data(image) + y * cairo_image_surface_get_stride(image);
    return reinterpret_cast<std::uint32_t*>(static_cast<void*>(bytes));
  }

 private:
  void release() {
    cairo_destroy(context);
    cairo_surface_destroy(image);
  }
};

Drawing::Drawing(Index width, Index height, const PageColours& colours) : width_(width), height_(height) {
  check_picture_size(width, height);
  surface_ = std::make_unique<Surface>(width, height);
  set_colour(surface_->context, colours.paper, 1.0);
  cairo_paint(surface_->context);
  cairo_set_line_cap(surface_->context, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(surface_->context, CAIRO_LINE_JOIN_ROUND);
}

Drawing::~Drawing() = default;

void Drawing::line(std::span<const Point> points, const Pen& pen, double radius_px) {
  cairo_t* context = surface_->context;
  cairo_new_path(context);
  cairo_move_to(context, points.front().x, points.front().y);
  for (std::size_t corner = 1; corner + 1 < points.size(); ++corner) {
    const Point before = points[corner - 1];
    const Point here = points[corner];
    const Point after = points[corner + 1];
    const double radius = std::min({radius_px, length(before, here) / 2.0, length(here, after) / 2.0});
    const Point start = towards(here, before, radius);
    const Point end = towards(here, after, radius);
    // Control points at 0.55 of the way make the corner a quarter of a circle.
    const Point first = towards(start, here, 0.5523 * radius);
    const Point second = towards(end, here, 0.5523 * radius);
    cairo_line_to(context, start.x, start.y);
    cairo_curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y);
  }
  cairo_line_to(context, points.back().x, points.back().y);
  set_colour(context, pen.colour, pen.opacity);
  cairo_set_line_width(context, pen.width_px);
  const std::array<double, 2> dashes = {std::max(4.0, 3.0 * pen.width_px), std::max(4.0, 3.0 * pen.width_px)};
  cairo_set_dash(context, dashes.data(), pen.stroke == Pen::Stroke::dashed ? 2 : 0, 0.0);
  cairo_stroke(context);
}

void Drawing::polygon(std::span<const Point> corners, Colour colour, double opacity) {
  cairo_new_path(surface_->context);
  for (const Point corner : corners) cairo_line_to(surface_->context, corner.x, corner.y);
  cairo_close_path(surface_->context);
  set_colour(surface_->context, colour, opacity);
  cairo_fill(surface_->context);
}

void Drawing::disc(Point centre, double radius_px, Colour colour, double opacity) {
  cairo_new_path(surface_->context);
  cairo_arc(surface_->context, centre.x, centre.y, radius_px, 0.0, 2.0 * std::numbers::pi);
  set_colour(surface_->context, colour, opacity);
  cairo_fill(surface_->context);
}

void Drawing::ring(Point centre, double radius_px, const Pen& pen) {
  cairo_new_path(surface_->context);
  cairo_arc(surface_->context, centre.x, centre.y, radius_px, 0.0, 2.0 * std::numbers::pi);
  set_colour(surface_->context, pen.colour, pen.opacity);
  cairo_set_line_width(surface_->context, pen.width_px);
  cairo_set_dash(surface_->context, nullptr, 0, 0.0);
  cairo_stroke(surface_->context);
}

void Drawing::fill(const Rectangle& area, Colour colour) {
  cairo_new_path(surface_->context);
  cairo_rectangle(surface_->context, static_cast<double>(area.x), static_cast<double>(area.y),
                  static_cast<double>(area.width), static_cast<double>(area.height));
  set_colour(surface_->context, colour, 1.0);
  cairo_fill(surface_->context);
}

void Drawing::panel(const Rectangle& area, double radius_px, Colour colour) {
  const auto left = static_cast<double>(area.x);
  const auto top = static_cast<double>(area.y);
  const double right = left + static_cast<double>(area.width);
  const double bottom = top + static_cast<double>(area.height);
  const double quarter = std::numbers::pi / 2.0;
  cairo_t* context = surface_->context;
  cairo_new_path(context);
  cairo_arc(context, right - radius_px, top + radius_px, radius_px, -quarter, 0.0);
  cairo_arc(context, right - radius_px, bottom - radius_px, radius_px, 0.0, quarter);
  cairo_arc(context, left + radius_px, bottom - radius_px, radius_px, quarter, 2.0 * quarter);
  cairo_arc(context, left + radius_px, top + radius_px, radius_px, 2.0 * quarter, 3.0 * quarter);
  cairo_close_path(context);
  set_colour(context, colour, 1.0);
  cairo_fill(context);
}

void Drawing::draw(const std::shared_ptr<const Sprite>& sprite, Index x, Index y, Colour ink) {
  cairo_surface_flush(surface_->image);
  const Index left = x + sprite->left;
  const Index top = y + sprite->top;
  for (Index row = std::max<Index>(0, -top); row < std::min(sprite->height, height_ - top); ++row) {
    std::uint32_t* pixels = surface_->row(top + row);
    for (Index col = std::max<Index>(0, -left); col < std::min(sprite->width, width_ - left); ++col) {
      const auto place = static_cast<std::size_t>(row * sprite->width + col);
      const std::uint32_t share = sprite->coverage[place];
      const std::uint32_t over = sprite->colours.empty() ? 0 : sprite->colours[place];
      if (share == 0 && over == 0) continue;
      std::uint32_t& pixel = pixels[left + col];
      const std::uint32_t left_over = 255U - (over >> 24);  // premultiplied
      const auto part = [&](unsigned shift, std::uint8_t of_ink) {
        const std::uint32_t inked = mix(pixel >> shift & 0xFFU, of_ink, share);
        return std::min(255U, (over >> shift & 0xFFU) + (inked * left_over + 127U) / 255U) << shift;
      };
      pixel = part(16, ink.red) | part(8, ink.green) | part(0, ink.blue);
    }
  }
  cairo_surface_mark_dirty(surface_->image);
}

Picture Drawing::finish() && {
  cairo_surface_flush(surface_->image);
  const auto colour_of = [](std::uint32_t pixel) {
    return Colour{static_cast<std::uint8_t>(pixel >> 16 & 0xFFU),
                  static_cast<std::uint8_t>(pixel >> 8 & 0xFFU), static_cast<std::uint8_t>(pixel & 0xFFU)};
  };
  Picture picture{width_, height_, {}, {}};
  picture.pixels.reserve(static_cast<std::size_t>(width_ * height_));
  std::unordered_map<std::uint32_t, std::uint8_t> entries;
  std::uint32_t last = 0;
  std::uint8_t last_entry = 0;
  for (Index y = 0; y < height_; ++y) {
    const std::span<const std::uint32_t> row(surface_->row(y), static_cast<std::size_t>(width_));
    for (const std::uint32_t pixel : row) {
      const std::uint32_t colour = pixel & 0xFFFFFFU;
      if (entries.empty() || colour != last) {
        const auto [place, is_new] = entries.try_emplace(colour, static_cast<std::uint8_t>(entries.size()));
        if (is_new) picture.palette.push_back(colour_of(colour));
        if (picture.palette.size() > 256) break;
        last = colour;
        last_entry = place->second;
      }
      picture.pixels.push_back(last_entry);
    }
    if (picture.palette.size() > 256) break;
  }
  if (picture.palette.size() <= 256) return picture;

  picture.palette.clear();
  picture.pixels.clear();
  picture.pixels.reserve(static_cast<std::size_t>(3 * width_ * height_));
  for (Index y = 0; y < height_; ++y) {
    const std::span<const std::uint32_t> row(surface_->row(y), static_cast<std::size_t>(width_));
    for (const std::uint32_t pixel : row) {
      const Colour colour = colour_of(pixel);
      picture.pixels.insert(picture.pixels.end(), {colour.red, colour.green, colour.blue});
    }
  }
  return picture;
}

}  // namespace attnscope
