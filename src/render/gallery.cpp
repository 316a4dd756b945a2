// A raster of thumbnails; the words below each are cut at the thumbnail's width.
#include "render/gallery.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <optional>

#include "render/cells.hpp"
#include "render/figure.hpp"
#include "render/page_layout.hpp"
#include "render/pooled_map.hpp"

namespace attnscope {
namespace {

constexpr double thumbnail_side = 108.0;
constexpr Index most_cells = 108;

/// The largest weight by size that is not hidden; 1 where there is none.
float largest(const MaskedValues& map) {
  float most = 0.0F;
  for (Index row = 0; row < map.values.rows; ++row) {
    for (Index col = 0; col < map.values.cols; ++col) {
      if (map.is_hidden(row, col) || !std::isfinite(map.values(row, col))) continue;
      most = std::max(most, std::abs(map.values(row, col)));
    }
  }
  return most > 0.0F ? most : 1.0F;
}

/// A map in parts of its own largest weight, at most `most_cells` a side.
struct Thumbnail {
  PooledMap pooled;
  Matrix scaled;
  bool has_signs;

  explicit Thumbnail(const GalleryMap& source)
      : pooled(source.map,
               pooling_block(std::max(source.map.values.rows, source.map.values.cols), most_cells)),
        has_signs(source.has_signs) {
    const MaskedValues view = pooled.view();
    scaled = Matrix(view.values.rows, view.values.cols);
    const float most = largest(view);
    for (Index row = 0; row < view.values.rows; ++row) {
      for (Index col = 0; col < view.values.cols; ++col) scaled(row, col) = view.values(row, col) / most;
    }
  }
  MaskedValues view() const { return {scaled, pooled.view().hidden}; }
};

}  // namespace

Picture draw_gallery(const GallerySpec& spec) {
  assert(!spec.maps.empty() && spec.columns > 0);
  const Measures measures(spec.page);
  const PageColours& colours = page_colours(spec.page.theme);
  const auto count = static_cast<Index>(spec.maps.size());
  const Index columns = std::min(spec.columns, count);
  const Index rows = (count + columns - 1) / columns;
  const Index side = measures.px(thumbnail_side);
  const Index step = side + measures.px(18);

  std::vector<Thumbnail> thumbnails;
  thumbnails.reserve(spec.maps.size());
  std::vector<std::shared_ptr<const Sprite>> names;
  Index name_height = 0;
  for (const GalleryMap& map : spec.maps) {
    thumbnails.emplace_back(map);
    names.push_back(text_sprite(
        map.name, {.size_px = measures.small_size, .width_px = side + measures.px(12), .lines = 2}));
    name_height = std::max(name_height, names.back()->line_height());
  }
  const bool has_signs = std::ranges::any_of(spec.maps, &GalleryMap::has_signs);
  std::vector<LegendEntry> entries{
      {LegendEntry::Shape::none, colours.paper, "each map in parts of its own largest weight"}};
  for (const GalleryMap& map : spec.maps) {
    if (map.map.hidden.empty()) continue;
    entries.push_back({LegendEntry::Shape::hatched, colours.hidden, "may not meet"});
    break;
  }

  const Index row_step = side + measures.px(5) + name_height + measures.px(14);
  const Index content_width = step * columns - measures.px(18);
  const CaptionLayout caption(spec.caption, spec.page, content_width);
  const LegendLayout legend(entries, spec.page, caption.width());
  const Index above = caption.height_above() + (caption.height_above() > 0 ? measures.px(14) : 0);
  const Index top = measures.margin + above;
  const Index legend_y = top + rows * row_step;
  const Index below_y = legend_y + legend.height() + measures.px(8);
  check_picture_size(caption.width() + 2 * measures.margin, below_y + measures.margin);

  Canvas canvas(caption.width() + 2 * measures.margin, below_y + caption.height_below() + measures.margin,
                colours);
  const Index levels = has_signs ? CellPainter::levels_of_two : CellPainter::most_levels;
  const Colouring plain({}, spec.page.theme, {});
  const Colouring diverging({.kind = ColourScale::Kind::diverging}, spec.page.theme, {});
  CellPainter plain_painter(canvas, plain, colours, levels);
  std::optional<CellPainter> diverging_painter;
  if (has_signs) diverging_painter.emplace(canvas, diverging, colours, levels);

  for (Index place = 0; place < count; ++place) {
    const Thumbnail& thumbnail = thumbnails[static_cast<std::size_t>(place)];
    const Index x = measures.margin + place % columns * step;
    const Index y = top + place / columns * row_step;
    const ConstMatrixView values = thumbnail.scaled;
    const Index cell = std::max<Index>(1, side / std::max({values.rows, values.cols, Index{1}}));
    CellPainter& painter = thumbnail.has_signs ? *diverging_painter : plain_painter;
    painter.paint(thumbnail.view(), x, y, cell, 0, measures.px(4));
    canvas.frame({x - measures.thin, y - measures.thin, values.cols * cell + 2 * measures.thin,
                  values.rows * cell + 2 * measures.thin},
                 measures.thin, colours.line);
    const auto& name = names[static_cast<std::size_t>(place)];
    canvas.draw(name, x, y + side + measures.px(5) + name->ascent, colours.ink);
  }
  legend.draw(canvas, measures.margin, legend_y);
  caption.draw(canvas, measures.margin, measures.margin, below_y);
  return std::move(canvas).finish();
}

namespace {

Picture example(const Page& page) {
  static constexpr std::array<float, 4> weights = {0.9F, 0.1F, 0.4F, 0.6F};
  static constexpr std::array<float, 4> differences = {0.2F, -0.1F, -0.4F, 0.3F};
  GallerySpec spec{.columns = 2, .page = page};
  spec.maps = {{"softmax", {{weights.data(), 2, 2}}},
               {"differential", {{differences.data(), 2, 2}}, true},
               {"sparsemax", {{weights.data(), 2, 2}}}};
  spec.caption = {.title = "Normalisers"};
  return draw_gallery(spec);
}

const Registered<Figure> registered{
    {{.name = "gallery", .summary = "many small maps with a name each", .paper = "attnscope"},
     [](const Settings&) { return std::make_unique<const Figure>(example); }}};

}  // namespace
}  // namespace attnscope
