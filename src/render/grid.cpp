// Thumbnails in a raster of layers and heads.
#include "render/grid.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>

#include "render/axis_heads.hpp"
#include "render/cells.hpp"
#include "render/figure.hpp"
#include "render/page_layout.hpp"
#include "render/pooled_map.hpp"

namespace attnscope {
namespace {

constexpr double thumbnail_side = 100.0;
constexpr Index most_cells = 200;

Index longest_side(const GridSpec& spec) {
  Index side = 1;
  for (const MaskedValues& map : spec.maps) side = std::max({side, map.values.rows, map.values.cols});
  return side;
}

}  // namespace

Picture draw_grid(const GridSpec& spec) {
  assert(spec.rows > 0 && spec.cols > 0 && static_cast<Index>(spec.maps.size()) == spec.rows * spec.cols);
  assert(spec.row_names.empty() || static_cast<Index>(spec.row_names.size()) == spec.rows);
  assert(spec.column_names.empty() || static_cast<Index>(spec.column_names.size()) == spec.cols);
  const Measures measures(spec.page);
  const PageColours& colours = page_colours(spec.page.theme);

  const Index longest = longest_side(spec);
  const Index block = pooling_block(longest, most_cells);
  const Index cells = pooled_count(longest, block);
  const Index cell = std::max<Index>(1, measures.px(thumbnail_side) / cells);
  const Index side = std::max(cell * cells, measures.px(thumbnail_side) * 3 / 4);
  std::vector<PooledMap> thumbnails;
  std::vector<MaskedValues> views;
  for (const MaskedValues& map : spec.maps) thumbnails.emplace_back(map, block);
  for (const PooledMap& thumbnail : thumbnails) views.push_back(thumbnail.view());
  const Colouring colouring(spec.colours, spec.page.theme, views);

  const AxisHeads heads(spec.row_names, spec.column_names, {spec.row_axis, spec.column_axis}, spec.page);
  const Index step = side + measures.px(9);
  const Index width = step * spec.cols - measures.px(9);
  const Index height = step * spec.rows - measures.px(9);
  check_picture_size(width, height);

  std::map<std::string, Colour> frame_colours;
  std::vector<LegendEntry> legend_entries;
  for (const GridFrame& frame : spec.frames) {
    const Colour colour = colours.accents[frame_colours.size() % colours.accents.size()];
    if (!frame_colours.try_emplace(frame.meaning, colour).second) continue;
    legend_entries.push_back({LegendEntry::Shape::framed, colour, frame.meaning});
  }
  if (colouring.needs_words()) legend_entries.push_back(range_entry(colouring, spec.value_name, colours));
  if (block > 1) {
    legend_entries.push_back({LegendEntry::Shape::none, colours.paper,
                              "each point shows the largest of " + std::to_string(block) + " × " +
                                  std::to_string(block) + " cells"});
  }

  const ColourBarLayout bar(colouring, spec.value_name, spec.page, std::min(height, measures.px(300)));
  const Index content_width = heads.left() + width + measures.px(22) + bar.width();
  const CaptionLayout caption(spec.caption, spec.page, content_width);
  const LegendLayout legend(legend_entries, spec.page, caption.width());
  const Index above = caption.height_above() + (caption.height_above() > 0 ? measures.px(14) : 0);
  const Index x = measures.margin + heads.left();
  const Index y = measures.margin + above + heads.top();
  const Index legend_y = y + std::max(height, bar.height()) + measures.px(14);
  const Index below_y = legend_y + legend.height() + (legend.height() > 0 ? measures.px(8) : 0);

  Canvas canvas(caption.width() + 2 * measures.margin, below_y + caption.height_below() + measures.margin,
                colours);
  CellPainter painter(canvas, colouring, colours);
  for (Index row = 0; row < spec.rows; ++row) {
    for (Index col = 0; col < spec.cols; ++col) {
      const MaskedValues& map = views[static_cast<std::size_t>(row * spec.cols + col)];
      const Rectangle place{x + col * step, y + row * step, side, side};
      if (map.values.empty()) {
        canvas.fill(place, colours.hidden);
        continue;
      }
      painter.paint(map, place.x, place.y, cell, 0, measures.px(5));
      const Rectangle drawn{place.x - measures.thin, place.y - measures.thin,
                            map.values.cols * cell + 2 * measures.thin,
                            map.values.rows * cell + 2 * measures.thin};
      canvas.frame(drawn, measures.thin, colours.line);
    }
  }
  for (const GridFrame& frame : spec.frames) {
    const Index around = measures.px(4);
    canvas.frame(
        {x + frame.col * step - around, y + frame.row * step - around, side + 2 * around, side + 2 * around},
        measures.px(2), frame_colours.at(frame.meaning));
  }
  heads.draw(canvas, {x, y, step, step}, {0, 0, side, side});
  bar.draw(canvas, x + width + measures.px(22), y, painter.levels());
  legend.draw(canvas, measures.margin, legend_y);
  caption.draw(canvas, measures.margin, measures.margin, below_y);
  return std::move(canvas).finish();
}

namespace {

Picture example(const Page& page) {
  static constexpr std::array<float, 4> weights = {0.9F, 0.1F, 0.4F, 0.6F};
  GridSpec spec{.rows = 2, .cols = 3, .row_names = {"0", "1"}, .column_names = {"0", "1", "2"}, .page = page};
  spec.maps.assign(6, {{weights.data(), 2, 2}});
  spec.frames = {{1, 0, "dependency head"}};
  spec.caption = {.title = "2 layers × 3 heads", .text = "Hello world"};
  return draw_grid(spec);
}

const Registered<Figure> registered{
    {{.name = "grid",
      .summary = "all layers and heads as small maps with one colour bar",
      .paper = "Vig 2019, A multiscale visualization of attention in the Transformer model"},
     [](const Settings&) { return std::make_unique<const Figure>(example); }}};

}  // namespace
}  // namespace attnscope
