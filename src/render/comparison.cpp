// One raster of columns; names of rows stand once, at the left.
#include "render/comparison.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "render/axis_labels.hpp"
#include "render/cells.hpp"
#include "render/figure.hpp"
#include "render/page_layout.hpp"
#include "render/pooled_map.hpp"

namespace attnscope {
namespace {

constexpr double widest_row = 1500.0;  // of all maps together
constexpr double least_side = 150.0;
constexpr double most_side = 340.0;
constexpr double most_cell = 42.0;
constexpr Index most_cells = 400;
constexpr double least_labelled_cell = 13.0;

/// A recipe that may be broken after its separators: invisible blanks are put in there.
std::string breakable(const std::string& recipe) {
  std::string text;
  for (const char letter : recipe) {
    text += letter;
    if (letter == ':' || letter == ',' || letter == '+') text += "\u200b";
  }
  return text;
}

/// A row of maps drawn in the colours of one scale.
struct MapRow {
  std::vector<PooledMap> pooled;
  std::vector<MaskedValues> maps;  // empty where the column has none

  void add(const MaskedValues& map, Index block) { pooled.emplace_back(map, block); }
  void finish() {
    for (const PooledMap& map : pooled) maps.push_back(map.view());
  }
  bool has_map() const {
    return std::ranges::any_of(maps, [](const MaskedValues& map) { return !map.values.empty(); });
  }
};

class ComparisonFigure {
 public:
  explicit ComparisonFigure(const ComparisonSpec& spec)
      : spec_(spec), measures_(spec.page), colours_(page_colours(spec.page.theme)) {
    const ConstMatrixView first = spec.columns.front().map.values;
    const Index cells = std::max(first.rows, first.cols);
    block_ = pooling_block(cells, most_cells);
    for (const ComparedMap& column : spec.columns) {
      assert(column.map.values.rows == first.rows && column.map.values.cols == first.cols);
      weights_.add(column.map, block_);
      differences_.add(column.difference, block_);
    }
    weights_.finish();
    differences_.finish();
    const double room = widest_row / static_cast<double>(spec.columns.size());
    const double side = std::clamp(room, least_side, most_side);
    cell_ = std::clamp<Index>(measures_.px(side) / pooled_count(cells, block_), 1, measures_.px(most_cell));
    width_ = std::max(pooled_count(first.cols, block_) * cell_, measures_.px(0.75 * least_side));
    height_ = pooled_count(first.rows, block_) * cell_;
    grid_ = static_cast<double>(cell_) >= 12.0 * measures_.scale ? measures_.thin : 0;
  }

  Picture draw() {
    const bool has_labels =
        block_ == 1 && static_cast<double>(cell_) >= least_labelled_cell * measures_.scale;
    const std::vector<Label> none;
    const AxisLabels row_labels(has_labels ? spec_.rows : none, AxisLabels::Side::left, cell_, spec_.page);
    const AxisLabels key_labels(has_labels ? spec_.keys : none, AxisLabels::Side::top, cell_, spec_.page);
    std::vector<std::shared_ptr<const Sprite>> names;
    std::vector<std::shared_ptr<const Sprite>> figure_names;
    Index left = row_labels.depth();
    Index name_height = 0;
    for (const ComparedMap& column : spec_.columns) {
      names.push_back(
          text_sprite(breakable(column.name),
                      {.size_px = measures_.text_size, .is_bold = true, .width_px = width_, .lines = 3}));
      name_height = std::max(name_height, names.back()->line_height());
    }
    for (const std::string& name : spec_.figure_names) {
      figure_names.push_back(
          text_sprite(name, {.size_px = measures_.text_size, .width_px = measures_.px(220)}));
      left = std::max(left, figure_names.back()->advance + measures_.px(12));
    }
    const Colouring weights(spec_.colours, spec_.page.theme, weights_.maps);
    const Colouring differences(spec_.difference_colours, spec_.page.theme, differences_.maps);
    const ColourBarLayout weight_bar(weights, spec_.value_name, spec_.page,
                                     std::min(height_, measures_.px(300)));
    const ColourBarLayout difference_bar(differences, spec_.difference_name, spec_.page,
                                         std::min(height_, measures_.px(300)));
    const bool has_differences = differences_.has_map();

    // A column gives room to the key labels that reach beyond its map.
    const Index step = std::max(width_, key_labels.reach()) + measures_.px(18);
    const Index columns_width = step * static_cast<Index>(spec_.columns.size()) - measures_.px(18);
    const Index content_width =
        left + columns_width + measures_.px(22) + std::max(weight_bar.width(), difference_bar.width());
    const CaptionLayout caption(spec_.caption, spec_.page, content_width);
    const LegendLayout legend(legend_entries(), spec_.page, caption.width());
    const Index row_height = std::max(height_, weight_bar.height()) + measures_.px(16);
    const Index above = caption.height_above() + (caption.height_above() > 0 ? measures_.px(16) : 0);
    const Index names_y = measures_.margin + above;
    const Index maps_y = names_y + name_height + std::max(measures_.px(6), key_labels.depth());
    const Index figures_y = maps_y + row_height * (has_differences ? 2 : 1);
    const Index figure_step = measures_.px(21);
    const Index legend_y =
        figures_y + figure_step * static_cast<Index>(figure_names.size()) + measures_.px(6);
    const Index below_y = legend_y + legend.height() + (legend.height() > 0 ? measures_.px(8) : 0);
    const Index x = measures_.margin + left;

    Canvas canvas(caption.width() + 2 * measures_.margin, below_y + caption.height_below() + measures_.margin,
                  colours_);
    draw_maps(canvas, weights_, weights, {x, maps_y, step, 0}, weight_bar);
    if (has_differences)
      draw_maps(canvas, differences_, differences, {x, maps_y + row_height, step, 0}, difference_bar);
    row_labels.draw(canvas, x, maps_y);
    if (has_differences) row_labels.draw(canvas, x, maps_y + row_height);
    for (std::size_t column = 0; column < spec_.columns.size(); ++column) {
      const Index column_x = x + static_cast<Index>(column) * step;
      canvas.draw(names[column], column_x, names_y + names[column]->ascent, colours_.ink);
      key_labels.draw(canvas, column_x, maps_y);
      for (std::size_t figure = 0; figure < spec_.columns[column].figures.size(); ++figure) {
        const auto value = text_sprite(spec_.columns[column].figures[figure],
                                       {.size_px = measures_.text_size, .width_px = width_});
        canvas.draw(value, column_x, figures_y + static_cast<Index>(figure) * figure_step + value->ascent,
                    colours_.ink);
      }
    }
    for (std::size_t figure = 0; figure < figure_names.size(); ++figure) {
      const Index y = figures_y + static_cast<Index>(figure) * figure_step;
      canvas.draw(figure_names[figure], x - measures_.px(12) - figure_names[figure]->advance,
                  y + figure_names[figure]->ascent, colours_.secondary);
    }
    legend.draw(canvas, measures_.margin, legend_y);
    caption.draw(canvas, measures_.margin, measures_.margin, below_y);
    return std::move(canvas).finish();
  }

 private:
  /// start: corner of the first map; its width is the step from map to map.
  void draw_maps(Canvas& canvas, const MapRow& row, const Colouring& colouring, const Rectangle& start,
                 const ColourBarLayout& bar) const {
    CellPainter painter(canvas, colouring, colours_, CellPainter::levels_of_two);
    Index x = start.x;
    for (const MaskedValues& map : row.maps) {
      if (!map.values.empty()) {
        painter.paint(map, x, start.y, cell_, grid_, measures_.px(5));
        canvas.frame({x - measures_.thin, start.y - measures_.thin,
                      map.values.cols * cell_ - grid_ + 2 * measures_.thin,
                      map.values.rows * cell_ - grid_ + 2 * measures_.thin},
                     measures_.thin, colours_.line);
      }
      x += start.width;
    }
    bar.draw(canvas, x - measures_.px(18) + measures_.px(22), start.y, painter.levels());
  }

  std::vector<LegendEntry> legend_entries() const {
    std::vector<LegendEntry> entries;
    const bool has_hidden = std::ranges::any_of(spec_.columns, [](const ComparedMap& column) {
      return std::ranges::any_of(column.map.hidden, [](std::uint8_t hidden) { return hidden != 0; });
    });
    if (has_hidden)
      entries.push_back({LegendEntry::Shape::hatched, colours_.hidden, "hidden by the pattern"});
    if (block_ > 1) {
      const std::string side = std::to_string(block_);
      entries.push_back({LegendEntry::Shape::none, colours_.paper,
                         "each point shows the largest of " + side + " × " + side + " cells"});
    }
    return entries;
  }

  const ComparisonSpec& spec_;
  const Measures measures_;
  const PageColours& colours_;
  MapRow weights_;
  MapRow differences_;
  Index block_ = 1;
  Index cell_ = 1;
  Index grid_ = 0;
  Index width_ = 0;  // of one map
  Index height_ = 0;
};

}  // namespace

Picture draw_comparison(const ComparisonSpec& spec) {
  assert(!spec.columns.empty() && !spec.columns.front().map.values.empty());
  return ComparisonFigure(spec).draw();
}

namespace {

Picture example(const Page& page) {
  static constexpr std::array<float, 4> exact = {0.9F, 0.1F, 0.4F, 0.6F};
  static constexpr std::array<float, 4> other = {0.8F, 0.2F, 0.5F, 0.5F};
  static constexpr std::array<float, 4> difference = {-0.1F, 0.1F, 0.1F, -0.1F};
  ComparisonSpec spec{.figure_names = {"mean row KL, bits"}, .page = page};
  spec.columns = {{.name = "softmax", .map = {{exact.data(), 2, 2}}, .figures = {"0"}},
                  {.name = "linformer:k=1",
                   .map = {{other.data(), 2, 2}},
                   .difference = {{difference.data(), 2, 2}},
                   .figures = {"0.04"}}};
  spec.rows = spec.keys = {{"hello"}, {"world"}};
  spec.caption = {.title = "Layer 0, head 0"};
  return draw_comparison(spec);
}

const Registered<Figure> registered{
    {{.name = "comparison",
      .summary = "variants side by side, with differences and figures",
      .paper = "this program"},
     [](const Settings&) { return std::make_unique<const Figure>(example); }}};

}  // namespace
}  // namespace attnscope
