// Thumbnails in a raster of layers and heads.
#include "render/grid.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

#include "render/cells.hpp"
#include "render/page_layout.hpp"

namespace attnscope {
namespace {

constexpr double thumbnail_side = 100.0;
constexpr Index most_cells = 200;

/// A map small enough for a thumbnail.
class Thumbnail {
 public:
  /// Each cell becomes the one of largest size among block x block cells; hidden where all of them are.
  Thumbnail(const MaskedValues& map, Index block) : block_(block), map_(map) {
    if (block == 1 || map.values.empty()) return;
    values_ = Matrix((map.values.rows + block - 1) / block, (map.values.cols + block - 1) / block);
    hidden_.assign(static_cast<std::size_t>(values_.size()), 1);
    for (Index row = 0; row < map.values.rows; ++row) {
      for (Index col = 0; col < map.values.cols; ++col) {
        if (!map.is_hidden(row, col)) add(map.values(row, col), row / block, col / block);
      }
    }
  }
  MaskedValues view() const { return values_.empty() ? map_ : MaskedValues{values_.view(), hidden_}; }

 private:
  void add(float value, Index row, Index col) {
    float& most = values_(row, col);
    if (std::isnan(value) || std::abs(value) > std::abs(most)) most = value;
    hidden_[static_cast<std::size_t>(row * values_.cols() + col)] = 0;
  }

  Index block_;
  MaskedValues map_;
  Matrix values_;
  std::vector<std::uint8_t> hidden_;
};

Index longest_side(const GridSpec& spec) {
  Index side = 1;
  for (const MaskedValues& map : spec.maps) side = std::max({side, map.values.rows, map.values.cols});
  return side;
}

/// Columns of names and the lengths that they take.
struct Names {
  std::vector<std::shared_ptr<const Sprite>> sprites;
  Index width = 0;

  Names(const std::vector<std::string>& names, double size_px) {
    for (const std::string& name : names) {
      sprites.push_back(
          text_sprite(name, {.size_px = size_px, .width_px = static_cast<Index>(8.0 * size_px)}));
      width = std::max(width, sprites.back()->advance);
    }
  }
};

}  // namespace

Picture draw_grid(const GridSpec& spec) {
  assert(spec.rows > 0 && spec.cols > 0 && static_cast<Index>(spec.maps.size()) == spec.rows * spec.cols);
  assert(spec.row_names.empty() || static_cast<Index>(spec.row_names.size()) == spec.rows);
  assert(spec.column_names.empty() || static_cast<Index>(spec.column_names.size()) == spec.cols);
  const Measures measures(spec.page);
  const PageColours& colours = page_colours(spec.page.theme);

  const Index longest = longest_side(spec);
  const Index block = (longest + most_cells - 1) / most_cells;
  const Index cells = (longest + block - 1) / block;
  const Index cell = std::max<Index>(1, measures.px(thumbnail_side) / cells);
  const Index side = std::max(cell * cells, measures.px(thumbnail_side) * 3 / 4);
  std::vector<Thumbnail> thumbnails;
  std::vector<MaskedValues> views;
  for (const MaskedValues& map : spec.maps) thumbnails.emplace_back(map, block);
  for (const Thumbnail& thumbnail : thumbnails) views.push_back(thumbnail.view());
  const Colouring colouring(spec.colours, spec.page.theme, views);

  const Names row_names(spec.row_names, measures.text_size);
  const Names column_names(spec.column_names, measures.text_size);
  const auto row_axis = text_sprite(spec.row_axis + " ↓", {.size_px = measures.text_size});
  const auto column_axis = text_sprite(spec.column_axis + " →", {.size_px = measures.text_size});
  const Index line = row_axis->line_height();
  const Index left = std::max({row_names.width, row_axis->advance, column_axis->advance}) + measures.gap;
  const Index top = 2 * line + measures.px(4);
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
  if (block > 1) {
    legend_entries.push_back({LegendEntry::Shape::filled, colours.paper,
                              "each point shows the largest of " + std::to_string(block) + " × " +
                                  std::to_string(block) + " cells"});
  }

  const ColourBarLayout bar(colouring, spec.value_name, spec.page, std::min(height, measures.px(300)));
  const Index content_width = left + width + measures.px(22) + bar.width();
  const CaptionLayout caption(spec.caption, spec.page, content_width);
  const LegendLayout legend(legend_entries, spec.page, caption.width());
  const Index above = caption.height_above() + (caption.height_above() > 0 ? measures.px(14) : 0);
  const Index x = measures.margin + left;
  const Index y = measures.margin + above + top;
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
  for (std::size_t row = 0; row < row_names.sprites.size(); ++row) {
    const Sprite& name = *row_names.sprites[row];
    canvas.draw(row_names.sprites[row], x - measures.gap - name.advance,
                y + static_cast<Index>(row) * step + side / 2 + name.ascent / 3, colours.ink);
  }
  for (std::size_t col = 0; col < column_names.sprites.size(); ++col) {
    const Sprite& name = *column_names.sprites[col];
    canvas.draw(column_names.sprites[col], x + static_cast<Index>(col) * step + (side - name.advance) / 2,
                y - measures.gap - name.descent / 2, colours.ink);
  }
  canvas.draw(column_axis, x - measures.gap - column_axis->advance,
              y - line - measures.px(4) - column_axis->descent, colours.secondary);
  canvas.draw(row_axis, x - measures.gap - row_axis->advance, y - measures.px(4) - row_axis->descent,
              colours.secondary);
  bar.draw(canvas, x + width + measures.px(22), y, painter.levels());
  legend.draw(canvas, measures.margin, legend_y);
  caption.draw(canvas, measures.margin, measures.margin, below_y);
  return std::move(canvas).finish();
}

}  // namespace attnscope
