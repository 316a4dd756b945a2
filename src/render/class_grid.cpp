// One coloured field a head; the legend counts how many there are of each kind.
#include "render/class_grid.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "render/axis_heads.hpp"
#include "render/canvas.hpp"
#include "render/figure.hpp"
#include "render/page_layout.hpp"

namespace attnscope {
namespace {

constexpr double least_width = 46.0;
constexpr double most_width = 96.0;
constexpr double cell_height = 30.0;

/// Accents in an order that keeps likeness apart, softened so that words can be read on them.
Colour kind_colour(Index kind, const PageColours& colours) {
  static constexpr std::array<std::size_t, 8> order = {1, 3, 2, 4, 0, 6, 7, 5};
  return blend(colours.paper, colours.accents[order[static_cast<std::size_t>(kind) % order.size()]], 0.55);
}

std::vector<LegendEntry> legend_entries(const ClassGridSpec& spec, const PageColours& colours) {
  std::vector<LegendEntry> entries;
  for (std::size_t kind = 0; kind < spec.kinds.size(); ++kind) {
    const auto count = std::ranges::count_if(
        spec.cells, [kind](const ClassCell& cell) { return cell.kind == static_cast<Index>(kind); });
    entries.push_back({LegendEntry::Shape::filled, kind_colour(static_cast<Index>(kind), colours),
                       spec.kinds[kind] + " (" + std::to_string(count) + ")"});
  }
  if (!spec.frame_meaning.empty())
    entries.push_back({LegendEntry::Shape::framed, colours.ink, spec.frame_meaning});
  return entries;
}

}  // namespace

Picture draw_class_grid(const ClassGridSpec& spec) {
  assert(spec.rows > 0 && spec.cols > 0 && static_cast<Index>(spec.cells.size()) == spec.rows * spec.cols);
  assert(spec.row_names.empty() || static_cast<Index>(spec.row_names.size()) == spec.rows);
  assert(spec.column_names.empty() || static_cast<Index>(spec.column_names.size()) == spec.cols);
  const Measures measures(spec.page);
  const PageColours& colours = page_colours(spec.page.theme);

  Index widest = 0;
  for (const ClassCell& cell : spec.cells) {
    widest = std::max(widest, text_sprite(cell.text, {.size_px = measures.small_size})->advance);
  }
  const Index cell_width =
      std::clamp(widest + measures.px(10), measures.px(least_width), measures.px(most_width));
  const TextStyle cell_style{.size_px = measures.small_size, .width_px = cell_width - measures.px(8)};
  const Index gap = measures.px(3);
  const Index step_x = cell_width + gap;
  const Index step_y = measures.px(cell_height) + gap;

  const AxisHeads heads(spec.row_names, spec.column_names, {spec.row_axis, spec.column_axis}, spec.page);
  const Index content_width = heads.left() + step_x * spec.cols - gap;
  const CaptionLayout caption(spec.caption, spec.page, content_width);
  const LegendLayout legend(legend_entries(spec, colours), spec.page, caption.width());
  const Index above = caption.height_above() + (caption.height_above() > 0 ? measures.px(14) : 0);
  const Index x = measures.margin + heads.left();
  const Index y = measures.margin + above + heads.top();
  const Index legend_y = y + step_y * spec.rows + measures.px(10);
  const Index below_y = legend_y + legend.height() + (legend.height() > 0 ? measures.px(8) : 0);

  Canvas canvas(caption.width() + 2 * measures.margin, below_y + caption.height_below() + measures.margin,
                colours);
  for (Index row = 0; row < spec.rows; ++row) {
    for (Index col = 0; col < spec.cols; ++col) {
      const ClassCell& cell = spec.cells[static_cast<std::size_t>(row * spec.cols + col)];
      const Rectangle place{x + col * step_x, y + row * step_y, cell_width, measures.px(cell_height)};
      const Colour colour = cell.kind < 0 ? colours.hidden : kind_colour(cell.kind, colours);
      canvas.fill(place, colour);
      if (cell.is_framed) canvas.frame(place, measures.px(2), colours.ink);
      const auto text = text_sprite(cell.text, cell_style);
      canvas.draw(text, place.x + (place.width - text->advance) / 2,
                  place.y + place.height / 2 + std::lround(0.36 * measures.small_size), colours.ink);
    }
  }
  heads.draw(canvas, {x, y, step_x, step_y}, {0, 0, cell_width, measures.px(cell_height)});
  legend.draw(canvas, measures.margin, legend_y);
  caption.draw(canvas, measures.margin, measures.margin, below_y);
  return std::move(canvas).finish();
}

namespace {

Picture example(const Page& page) {
  ClassGridSpec spec{
      .rows = 1, .cols = 3, .kinds = {"diagonal", "vertical"}, .row_names = {"0"}, .page = page};
  spec.cells = {{.kind = 0, .text = "+1"}, {.kind = 1, .text = "[CLS]"}, {}};
  spec.caption = {.title = "Shapes of the heads"};
  return draw_class_grid(spec);
}

const Registered<Figure> registered{
    {{.name = "class-grid",
      .summary = "layers and heads coloured by class",
      .paper = "Kovaleva, Romanov, Rogers and Rumshisky 2019, Revealing the dark secrets of BERT"},
     [](const Settings&) { return std::make_unique<const Figure>(example); }}};

}  // namespace
}  // namespace attnscope
