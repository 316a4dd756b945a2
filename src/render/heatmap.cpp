// From the outside in: the cell size follows from the number of cells, the margins from the labels that it
// allows.
#include "render/heatmap.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>

#include "render/axis_labels.hpp"
#include "render/cells.hpp"
#include "render/figure.hpp"
#include "render/numbers.hpp"
#include "render/page_layout.hpp"

namespace attnscope {
namespace {

/// Pixels a cell at scale 1: large enough to read every label up to 128 tokens, then only to see.
Index cell_size(Index cells) {
  if (cells <= 12) return 42;
  if (cells <= 20) return 36;
  if (cells <= 32) return 24;
  if (cells <= 48) return 20;
  if (cells <= 128) return 17;
  return std::max<Index>(1, 1600 / cells);
}

constexpr double least_grid_cell = 12.0;
constexpr double least_number_cell = 30.0;
constexpr double hatch_spacing = 5.0;

/// The first of all values by an order; 0 where there is none.
template <typename Order>
float extreme_value(const MaskedValues& map, const Order& comes_before) {
  float first = 0.0F;
  for (Index row = 0; row < map.values.rows; ++row) {
    for (const float value : map.values.row(row)) {
      if (std::isfinite(value) && comes_before(value, first)) first = value;
    }
  }
  return first;
}

/// How values are printed in cells.
struct CellNumbers {
  int decimals;

  std::string text(float value) const { return fixed_text(static_cast<double>(value), decimals); }
  bool rounds_to_zero(float value) const {
    return std::abs(static_cast<double>(value)) < 0.5 * std::pow(10.0, -decimals);
  }
};

/// Pixels a cell that hold the widest number, 0 where numbers need not be shown.
Index cell_for_numbers(const HeatmapSpec& spec, const Measures& measures) {
  if (spec.numbers != HeatmapSpec::Numbers::always) return 0;
  Index widest = 0;
  for (const float value :
       {extreme_value(spec.map, std::less<>()), extreme_value(spec.map, std::greater<>())}) {
    const std::string text = CellNumbers{spec.decimals}.text(value);
    widest = std::max(widest, text_sprite(text, {.size_px = measures.small_size})->advance);
  }
  return widest + measures.px(9);
}

bool has_hidden(const MaskedValues& map) {
  return std::any_of(map.hidden.begin(), map.hidden.end(), [](std::uint8_t hidden) { return hidden != 0; });
}

bool has_not_a_number(const MaskedValues& map) {
  for (Index row = 0; row < map.values.rows; ++row) {
    for (Index col = 0; col < map.values.cols; ++col) {
      if (std::isnan(map.values(row, col)) && !map.is_hidden(row, col)) return true;
    }
  }
  return false;
}

std::vector<LegendEntry> legend_entries(const HeatmapSpec& spec, const Colouring& colouring,
                                        const PageColours& colours) {
  std::vector<LegendEntry> entries;
  for (std::size_t meaning = 0; meaning < spec.mark_meanings.size(); ++meaning) {
    entries.push_back({LegendEntry::Shape::framed, colours.accents[meaning % colours.accents.size()],
                       spec.mark_meanings[meaning]});
  }
  if (has_hidden(spec.map))
    entries.push_back({LegendEntry::Shape::hatched, colours.hidden, "hidden by the pattern"});
  if (has_not_a_number(spec.map)) {
    entries.push_back({LegendEntry::Shape::filled, colours.not_a_number, "not a number"});
  }
  if (colouring.needs_words()) entries.push_back(range_entry(colouring, spec.value_name, colours));
  return entries;
}

void draw_numbers(Canvas& canvas, const HeatmapSpec& spec, const CellPainter& painter, Rectangle matrix,
                  Index cell) {
  const Measures measures(spec.page);
  const PageColours& colours = page_colours(spec.page.theme);
  const Colour dark = spec.page.theme == Theme::dark ? colours.paper : colours.ink;
  const Colour light = spec.page.theme == Theme::dark ? colours.ink : colours.paper;
  const CellNumbers numbers{spec.decimals};
  const bool shows_zeros = spec.numbers == HeatmapSpec::Numbers::always;
  for (Index row = 0; row < spec.map.values.rows; ++row) {
    for (Index col = 0; col < spec.map.values.cols; ++col) {
      const float value = spec.map.values(row, col);
      if (spec.map.is_hidden(row, col) || std::isnan(value) ||
          (numbers.rounds_to_zero(value) && !shows_zeros))
        continue;
      const auto sprite = text_sprite(numbers.text(value), {.size_px = measures.small_size});
      const Colour ink = luminance(painter.colour_of(value)) > 0.3 ? dark : light;
      canvas.draw(sprite, matrix.x + col * cell + (cell - sprite->advance) / 2,
                  matrix.y + row * cell + cell / 2 + static_cast<Index>(measures.small_size * 0.36), ink);
    }
  }
}

}  // namespace

Picture draw_heatmap(const HeatmapSpec& spec) {
  const ConstMatrixView values = spec.map.values;
  assert(!values.empty());
  assert(spec.rows.empty() || static_cast<Index>(spec.rows.size()) == values.rows);
  assert(spec.columns.empty() || static_cast<Index>(spec.columns.size()) == values.cols);
  assert(spec.map.hidden.empty() || static_cast<Index>(spec.map.hidden.size()) == values.rows * values.cols);
  const Measures measures(spec.page);
  const PageColours& colours = page_colours(spec.page.theme);
  const Colouring colouring(spec.colours, spec.page.theme, {&spec.map, 1});

  const Index usual_cell = measures.px(static_cast<double>(cell_size(std::max(values.rows, values.cols))));
  const Index cell = std::max({Index{1}, usual_cell, cell_for_numbers(spec, measures)});
  const bool is_large = static_cast<double>(cell) >= least_grid_cell * spec.page.scale;
  const Index grid = is_large ? measures.thin : 0;
  Rectangle matrix{0, 0, values.cols * cell - grid, values.rows * cell - grid};
  check_picture_size(matrix.width, matrix.height);

  const AxisLabels row_labels(spec.rows, AxisLabels::Side::left, cell, spec.page);
  const AxisLabels column_labels(spec.columns, AxisLabels::Side::top, cell, spec.page);
  const auto row_axis = text_sprite(spec.row_axis + " ↓", {.size_px = measures.text_size});
  const auto column_axis = text_sprite(spec.column_axis + " →", {.size_px = measures.text_size});
  const Index axis_gap = measures.px(6) + column_labels.overhang();
  const Index left =
      std::max({row_labels.depth(), row_axis->advance + axis_gap, column_axis->advance + axis_gap});
  const Index top =
      std::max(column_labels.depth(), row_axis->line_height() + column_axis->line_height() + measures.px(6));

  const ColourBarLayout bar(colouring, spec.value_name, spec.page, std::min(matrix.height, measures.px(360)));
  const Index bar_offset = std::max(matrix.width, measures.px(20)) + measures.px(22);
  const Index content_width = std::max(left + bar_offset + bar.width(), left + column_labels.reach());
  const CaptionLayout caption(spec.caption, spec.page, content_width);
  const LegendLayout legend(legend_entries(spec, colouring, colours), spec.page, caption.width());

  const Index above = caption.height_above() + (caption.height_above() > 0 ? measures.px(16) : 0);
  matrix.x = measures.margin + left;
  matrix.y = measures.margin + above + top;
  const Index legend_y = matrix.y + std::max(matrix.height, bar.height()) + measures.px(16);
  const Index below_y = legend_y + legend.height() + (legend.height() > 0 ? measures.px(10) : 0);

  Canvas canvas(caption.width() + 2 * measures.margin, below_y + caption.height_below() + measures.margin,
                colours);
  CellPainter painter(canvas, colouring, colours);
  painter.paint(spec.map, matrix.x, matrix.y, cell, grid, measures.px(hatch_spacing));
  canvas.frame({matrix.x - measures.thin, matrix.y - measures.thin, matrix.width + 2 * measures.thin,
                matrix.height + 2 * measures.thin},
               measures.thin, colours.line);
  bar.draw(canvas, matrix.x + bar_offset, matrix.y, painter.levels());
  row_labels.draw(canvas, matrix.x, matrix.y);
  column_labels.draw(canvas, matrix.x, matrix.y);
  canvas.draw(row_axis, matrix.x - axis_gap - row_axis->advance,
              matrix.y - measures.px(6) - row_axis->descent, colours.secondary);
  canvas.draw(column_axis, matrix.x - axis_gap - column_axis->advance,
              matrix.y - measures.px(6) - row_axis->line_height() - column_axis->descent, colours.secondary);
  const bool has_room = static_cast<double>(cell) >= least_number_cell * spec.page.scale;
  if (spec.numbers == HeatmapSpec::Numbers::always ||
      (spec.numbers == HeatmapSpec::Numbers::automatic && has_room)) {
    draw_numbers(canvas, spec, painter, matrix, cell);
  }
  for (const HeatmapMark& mark : spec.marks) {
    canvas.frame({matrix.x + mark.col * cell, matrix.y + mark.row * cell, mark.cols * cell - grid,
                  mark.rows * cell - grid},
                 std::min(measures.px(2), std::max<Index>(1, cell / 4)),
                 colours.accents[static_cast<std::size_t>(mark.meaning) % colours.accents.size()]);
  }
  legend.draw(canvas, measures.margin, legend_y);
  caption.draw(canvas, measures.margin, measures.margin, below_y);
  return std::move(canvas).finish();
}

namespace {

Picture example(const Page& page) {
  static constexpr std::array<float, 9> weights = {0.7F, 0.2F, 0.1F, 0.05F, 0.15F, 0.8F, 0.3F, 0.6F, 0.1F};
  static constexpr std::array<std::uint8_t, 9> hidden = {0, 1, 1, 0, 0, 1, 0, 0, 0};
  HeatmapSpec spec{.map = {{weights.data(), 3, 3}, hidden}, .page = page};
  for (const char* token : {"she", "reads", "books"}) spec.rows.push_back({token});
  spec.columns = spec.rows;
  spec.caption = {.title = "Layer 0, head 0", .subtitle = "causal", .text = "She reads books."};
  return draw_heatmap(spec);
}

const Registered<Figure> registered{
    {{.name = "heatmap",
      .summary = "one map as a labelled matrix, queries down and keys across",
      .paper = "Bahdanau, Cho and Bengio 2015, Neural machine translation by jointly learning to align and "
               "translate"},
     [](const Settings&) { return std::make_unique<const Figure>(example); }}};

}  // namespace
}  // namespace attnscope
