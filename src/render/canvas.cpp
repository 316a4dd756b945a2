// Text is blended in sixteen steps of coverage, so that a picture's greys leave most of the palette to its
// values.
#include "render/canvas.hpp"

#include <algorithm>
#include <cassert>

namespace attnscope {
namespace {

constexpr int coverage_steps = 15;

std::uint32_t key_of(Colour colour) {
  return static_cast<std::uint32_t>(colour.red) << 16 | static_cast<std::uint32_t>(colour.green) << 8 |
         colour.blue;
}

/// Squared distance, weighted by how well the eye tells each primary apart.
int distance(Colour one, Colour other) {
  const int red = one.red - other.red;
  const int green = one.green - other.green;
  const int blue = one.blue - other.blue;
  return 3 * red * red + 6 * green * green + blue * blue;
}

}  // namespace

Canvas::Canvas(Index width, Index height, const PageColours& colours) {
  check_picture_size(width, height);
  picture_.width = width;
  picture_.height = height;
  picture_.pixels.assign(static_cast<std::size_t>(width * height), 0);
  for (const Colour colour : {colours.paper, colours.ink, colours.secondary, colours.line, colours.hidden,
                              colours.hidden_line, colours.not_a_number}) {
    entry(colour);
  }
  for (const Colour accent : colours.accents) entry(accent);
  for (const Colour ink : {colours.ink, colours.secondary}) {
    for (int step = 1; step < coverage_steps; ++step) {
      entry(blend(colours.paper, ink, static_cast<double>(step) / coverage_steps));
    }
  }
}

PaletteIndex Canvas::entry(Colour colour) {
  const auto [place, is_new] = entries_.try_emplace(key_of(colour), PaletteIndex{0});
  if (!is_new) return place->second;
  auto& palette = picture_.palette;
  if (palette.size() < 256) {
    place->second = static_cast<PaletteIndex>(palette.size());
    palette.push_back(colour);
  } else {
    const auto nearest = std::min_element(palette.begin(), palette.end(), [colour](Colour one, Colour other) {
      return distance(one, colour) < distance(other, colour);
    });
    place->second = static_cast<PaletteIndex>(nearest - palette.begin());
  }
  return place->second;
}

Rectangle Canvas::clipped(const Rectangle& area) const {
  const Index left = std::clamp<Index>(area.x, 0, width());
  const Index top = std::clamp<Index>(area.y, 0, height());
  return {left, top, std::clamp<Index>(area.x + area.width, left, width()) - left,
          std::clamp<Index>(area.y + area.height, top, height()) - top};
}

std::span<PaletteIndex> Canvas::pixels(Index x, Index y, Index count) {
  assert(x >= 0 && y >= 0 && count >= 0 && x + count <= width() && y < height());
  return {picture_.pixels.data() + y * width() + x, static_cast<std::size_t>(count)};
}

void Canvas::fill(const Rectangle& area, PaletteIndex colour) {
  const Rectangle inside = clipped(area);
  for (Index y = inside.y; y < inside.y + inside.height; ++y) {
    std::ranges::fill(pixels(inside.x, y, inside.width), colour);
  }
}

PaletteIndex Canvas::blended(PaletteIndex under, Colour ink, std::uint8_t coverage) {
  const int step = (coverage * coverage_steps + 127) / 255;
  if (step == 0) return under;
  const std::uint64_t key =
      std::uint64_t{key_of(ink)} << 16 | std::uint64_t{under} << 8 | static_cast<unsigned>(step);
  const auto [place, is_new] = blends_.try_emplace(key, under);
  if (is_new) {
    place->second = entry(blend(picture_.palette[under], ink, static_cast<double>(step) / coverage_steps));
  }
  return place->second;
}

void Canvas::draw(const std::shared_ptr<const Sprite>& sprite, Index x, Index y, Colour ink) {
  const Rectangle box{x + sprite->left, y + sprite->top, sprite->width, sprite->height};
  const Rectangle inside = clipped(box);
  PaletteIndex last_under = 0;
  std::uint8_t last_coverage = 0;
  PaletteIndex last_blend = 0;  // of the two above
  for (Index row = inside.y; row < inside.y + inside.height; ++row) {
    const std::span<PaletteIndex> target = pixels(inside.x, row, inside.width);
    const std::uint8_t* coverage =
        sprite->coverage.data() + (row - box.y) * sprite->width + (inside.x - box.x);
    for (std::size_t pixel = 0; pixel < target.size(); ++pixel) {
      if (coverage[pixel] == 0) continue;
      if (coverage[pixel] != last_coverage || target[pixel] != last_under) {
        last_coverage = coverage[pixel];
        last_under = target[pixel];
        last_blend = blended(last_under, ink, last_coverage);
      }
      target[pixel] = last_blend;
    }
  }
  if (!sprite->colours.empty()) overlays_.push_back({sprite, x, y});
}

Picture Canvas::finish() && {
  if (overlays_.empty()) return std::move(picture_);
  Picture coloured{picture_.width, picture_.height, {}, {}};
  coloured.pixels.reserve(3 * picture_.pixels.size());
  for (const PaletteIndex pixel : picture_.pixels) {
    const Colour colour = picture_.palette[pixel];
    coloured.pixels.insert(coloured.pixels.end(), {colour.red, colour.green, colour.blue});
  }
  for (const Overlay& overlay : overlays_) {
    const Sprite& sprite = *overlay.sprite;
    const Rectangle box{overlay.x + sprite.left, overlay.y + sprite.top, sprite.width, sprite.height};
    const Rectangle inside = clipped(box);
    for (Index y = inside.y; y < inside.y + inside.height; ++y) {
      for (Index x = inside.x; x < inside.x + inside.width; ++x) {
        const std::uint32_t over =
            sprite.colours[static_cast<std::size_t>((y - box.y) * sprite.width + x - box.x)];
        const std::uint32_t left = 255U - (over >> 24);  // premultiplied: the ground keeps what is left
        std::uint8_t* pixel = &coloured.pixels[static_cast<std::size_t>(3 * (y * width() + x))];
        for (unsigned part = 0; part < 3; ++part) {
          const std::uint32_t own = over >> (16U - 8U * part) & 0xFFU;
          pixel[part] = static_cast<std::uint8_t>(std::min(255U, own + (pixel[part] * left + 127U) / 255U));
        }
      }
    }
  }
  return coloured;
}

}  // namespace attnscope
