// Names stand where the reader looks: at the ends of lines and beside points, moved apart where they would
// overlap.
#include "render/plot.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "render/drawing.hpp"
#include "render/figure.hpp"
#include "render/page_layout.hpp"
#include "render/plot_axis.hpp"

namespace attnscope {
namespace {

constexpr Index most_ticks = 7;
constexpr double point_radius = 4.0;

std::vector<double> coordinates(const PlotSpec& spec, double PlotPoint::*which) {
  std::vector<double> values;
  for (const PlotSeries& series : spec.series) {
    for (const PlotPoint& point : series.points) values.push_back(point.*which);
  }
  return values;
}

bool has_line(const PlotSeries& series) {
  return series.mark != PlotSeries::Mark::points;
}

/// The name of a line at its right end.
struct EndName {
  std::shared_ptr<const Sprite> sprite;
  double end_y;
  double y;  // where it is drawn
  Colour colour;
};

class PlotFigure {
 public:
  explicit PlotFigure(const PlotSpec& spec)
      : spec_(spec),
        measures_(spec.page),
        colours_(page_colours(spec.page.theme)),
        x_(spec.x, coordinates(spec, &PlotPoint::x)),
        y_(spec.y, coordinates(spec, &PlotPoint::y)),
        area_{0, 0, measures_.px(static_cast<double>(spec.width_px)),
              measures_.px(static_cast<double>(spec.height_px))} {
    for (const PlotSeries& series : spec.series) {
      has_frontier_ |= std::ranges::any_of(series.points, &PlotPoint::is_on_frontier);
    }
  }

  Picture draw() {
    Index tick_width = 0;
    for (const Tick& tick : y_.ticks(most_ticks)) {
      y_ticks_.push_back({small(tick.text), tick.position});
      tick_width = std::max(tick_width, y_ticks_.back().sprite->advance);
    }
    for (const Tick& tick : x_.ticks(most_ticks)) x_ticks_.push_back({small(tick.text), tick.position});
    const auto x_name = text(spec_.x.name);
    const auto y_name = text(spec_.y.name);
    collect_end_names();
    Index name_width = measures_.px(16);
    for (const EndName& name : end_names_)
      name_width = std::max(name_width, measures_.px(10) + name.sprite->advance);

    const Index left = tick_width + measures_.px(10);
    const Index content_width = std::max(left + area_.width + name_width, y_name->advance);
    const CaptionLayout caption(spec_.caption, spec_.page, content_width);
    const LegendLayout legend(legend_entries(), spec_.page, caption.width());
    const Index above = caption.height_above() + (caption.height_above() > 0 ? measures_.px(12) : 0);
    area_.x = measures_.margin + left;
    area_.y = measures_.margin + above + y_name->line_height() + measures_.px(8);
    const Index ticks_y = area_.y + area_.height + measures_.px(6);
    const Index x_name_y = ticks_y + y_name->line_height() + measures_.px(2);
    const Index legend_y = x_name_y + x_name->line_height() + measures_.px(12);
    const Index below_y = legend_y + legend.height() + (legend.height() > 0 ? measures_.px(8) : 0);

    Drawing drawing(caption.width() + 2 * measures_.margin,
                    below_y + caption.height_below() + measures_.margin, colours_);
    draw_grid(drawing, ticks_y);
    drawing.draw(y_name, measures_.margin, area_.y - measures_.px(8) - y_name->descent, colours_.secondary);
    drawing.draw(x_name, area_.x + (area_.width - x_name->advance) / 2, x_name_y + x_name->ascent,
                 colours_.secondary);
    draw_frontier(drawing);
    for (std::size_t index = 0; index < spec_.series.size(); ++index) draw_line(drawing, index);
    for (std::size_t index = 0; index < spec_.series.size(); ++index) draw_points(drawing, index);
    draw_end_names(drawing);
    draw_point_names(drawing);
    legend.draw(drawing, measures_.margin, legend_y);
    caption.draw(drawing, measures_.margin, measures_.margin, below_y);
    return std::move(drawing).finish();
  }

 private:
  std::shared_ptr<const Sprite> text(const std::string& words) const {
    return text_sprite(words, {.size_px = measures_.text_size, .width_px = measures_.px(420)});
  }
  std::shared_ptr<const Sprite> small(const std::string& words) const {
    return text_sprite(words, {.size_px = measures_.small_size, .width_px = measures_.px(220)});
  }

  bool is_shown(const PlotPoint& point) const {
    if (!x_.holds(point.x) || !y_.holds(point.y)) return false;
    const double x = x_.position(point.x);
    const double y = y_.position(point.y);
    return x >= -1e-6 && x <= 1.0 + 1e-6 && y >= -1e-6 && y <= 1.0 + 1e-6;
  }
  Point place(const PlotPoint& point) const {
    return {static_cast<double>(area_.x) + x_.position(point.x) * static_cast<double>(area_.width),
            static_cast<double>(area_.y) + (1.0 - y_.position(point.y)) * static_cast<double>(area_.height)};
  }

  Colour colour_of(std::size_t series) const {
    if (spec_.series[series].is_reference) return colours_.secondary;
    std::size_t coloured = 0;
    for (std::size_t before = 0; before < series; ++before) {
      if (!spec_.series[before].is_reference) ++coloured;
    }
    return colours_.accents[(coloured + 1) % colours_.accents.size()];
  }

  void draw_grid(Drawing& drawing, Index ticks_y) const {
    for (const PlacedTick& tick : y_ticks_) {
      const Index y = area_.y + std::lround((1.0 - tick.position) * static_cast<double>(area_.height));
      drawing.fill({area_.x, y, area_.width, measures_.thin}, colours_.line);
      drawing.draw(tick.sprite, area_.x - measures_.px(8) - tick.sprite->advance,
                   y + std::lround(0.36 * measures_.small_size), colours_.secondary);
    }
    for (const PlacedTick& tick : x_ticks_) {
      const Index x = area_.x + std::lround(tick.position * static_cast<double>(area_.width));
      drawing.fill({x, area_.y, measures_.thin, area_.height}, colours_.line);
      drawing.draw(tick.sprite, x - tick.sprite->advance / 2, ticks_y + tick.sprite->ascent,
                   colours_.secondary);
    }
    drawing.fill({area_.x, area_.y + area_.height, area_.width, measures_.thin}, colours_.secondary);
  }

  void draw_line(Drawing& drawing, std::size_t index) const {
    const PlotSeries& series = spec_.series[index];
    if (!has_line(series)) return;
    const Pen pen{.colour = colour_of(index),
                  .width_px = (series.is_reference ? 1.3 : 2.0) * measures_.scale,
                  .stroke = series.is_reference ? Pen::Stroke::dashed : Pen::Stroke::solid};
    std::vector<Point> stretch;
    const auto finish = [&] {
      if (stretch.size() > 1) drawing.line(stretch, pen);
      stretch.clear();
    };
    for (const PlotPoint& point : series.points) {
      if (is_shown(point)) {
        stretch.push_back(place(point));
      } else {
        finish();
      }
    }
    finish();
  }

  void draw_points(Drawing& drawing, std::size_t index) const {
    const PlotSeries& series = spec_.series[index];
    if (series.mark == PlotSeries::Mark::line) return;
    for (const PlotPoint& point : series.points) {
      if (!is_shown(point)) continue;
      const bool is_strong = !has_frontier_ || point.is_on_frontier;
      const double radius = measures_.scale * (is_strong ? point_radius : 0.8 * point_radius);
      drawing.disc(place(point), radius + measures_.scale, colours_.paper);
      drawing.disc(place(point), radius, colour_of(index), is_strong ? 1.0 : 0.4);
    }
  }

  std::vector<const PlotPoint*> frontier() const {
    std::vector<const PlotPoint*> points;
    for (const PlotSeries& series : spec_.series) {
      for (const PlotPoint& point : series.points) {
        if (point.is_on_frontier && is_shown(point)) points.push_back(&point);
      }
    }
    std::stable_sort(points.begin(), points.end(),
                     [](const PlotPoint* one, const PlotPoint* other) { return one->x < other->x; });
    return points;
  }

  void draw_frontier(Drawing& drawing) const {
    std::vector<Point> places;
    for (const PlotPoint* point : frontier()) places.push_back(place(*point));
    if (places.size() > 1) drawing.line(places, {.colour = colours_.ink, .width_px = 1.5 * measures_.scale});
  }

  void collect_end_names() {
    for (std::size_t index = 0; index < spec_.series.size(); ++index) {
      const PlotSeries& series = spec_.series[index];
      if (!has_line(series) || series.name.empty()) continue;
      const auto last = std::find_if(series.points.rbegin(), series.points.rend(),
                                     [this](const PlotPoint& point) { return is_shown(point); });
      if (last == series.points.rend()) continue;
      const double y = (1.0 - y_.position(last->y)) * static_cast<double>(area_.height);
      end_names_.push_back({text(series.name), y, y, colour_of(index)});
    }
    // From the top down, each at least a line below the one before; then back up from the foot of the plot.
    std::stable_sort(end_names_.begin(), end_names_.end(),
                     [](const EndName& one, const EndName& other) { return one.end_y < other.end_y; });
    const double line = 1.25 * measures_.text_size;
    for (std::size_t index = 1; index < end_names_.size(); ++index) {
      end_names_[index].y = std::max(end_names_[index].y, end_names_[index - 1].y + line);
    }
    double lowest = static_cast<double>(area_.height);
    for (auto name = end_names_.rbegin(); name != end_names_.rend(); ++name) {
      name->y = std::min(name->y, lowest);
      lowest = name->y - line;
    }
  }

  void draw_end_names(Drawing& drawing) const {
    for (const EndName& name : end_names_) {
      const Index y = area_.y + std::lround(name.y + 0.34 * measures_.text_size);
      drawing.draw(name.sprite, area_.x + area_.width + measures_.px(8), y, name.colour);
    }
  }

  /// Beside their points, where no other name or point stands yet; those on the frontier first.
  void draw_point_names(Drawing& drawing) const {
    std::vector<Rectangle> taken;
    std::vector<const PlotPoint*> order;
    for (const PlotSeries& series : spec_.series) {
      for (const PlotPoint& point : series.points) {
        if (!is_shown(point)) continue;
        if (!point.name.empty()) order.push_back(&point);
        if (series.mark == PlotSeries::Mark::line) continue;
        const Point centre = place(point);
        const Index radius = measures_.px(point_radius);
        taken.push_back(
            {std::lround(centre.x) - radius, std::lround(centre.y) - radius, 2 * radius, 2 * radius});
      }
    }
    std::stable_sort(order.begin(), order.end(), [](const PlotPoint* one, const PlotPoint* other) {
      return one->is_on_frontier && !other->is_on_frontier;
    });
    for (const PlotPoint* point : order) {
      const auto sprite = small(point->name);
      const bool is_strong = !has_frontier_ || point->is_on_frontier;
      for (const Rectangle& box : name_places(*point, *sprite)) {
        if (!has_room(box, taken, drawing.width())) continue;
        drawing.draw(sprite, box.x, box.y + sprite->ascent, is_strong ? colours_.ink : colours_.secondary);
        taken.push_back(box);
        break;
      }
    }
  }

  /// Where the name may stand, best first. A frontier runs below and left of the rest: there is room on that
  /// side.
  std::vector<Rectangle> name_places(const PlotPoint& point, const Sprite& sprite) const {
    const Point centre = place(point);
    const Index x = std::lround(centre.x);
    const Index y = std::lround(centre.y);
    const Index gap = measures_.px(7);
    const Index aside = measures_.px(5);
    const Index width = sprite.advance;
    const Index height = sprite.line_height();
    const Rectangle right{x + gap, y - height / 2, width, height};
    const Rectangle left{x - gap - width, y - height / 2, width, height};
    const Rectangle above{x - width / 2, y - gap - height, width, height};
    const Rectangle below{x - width / 2, y + gap, width, height};
    const Rectangle lower_left{x - aside - width, y + aside, width, height};
    const Rectangle upper_right{x + aside, y - aside - height, width, height};
    if (point.is_on_frontier) return {lower_left, left, upper_right, right, below, above};
    return {right, above, below, left, upper_right, lower_left};
  }

  bool has_room(const Rectangle& box, const std::vector<Rectangle>& taken, Index picture_width) const {
    if (box.x < area_.x || box.x + box.width > picture_width - measures_.margin || box.y < area_.y ||
        box.y + box.height > area_.y + area_.height) {
      return false;
    }
    return std::ranges::none_of(taken, [&box](const Rectangle& other) {
      return box.x < other.x + other.width && other.x < box.x + box.width && box.y < other.y + other.height &&
             other.y < box.y + box.height;
    });
  }

  std::vector<LegendEntry> legend_entries() const {
    std::vector<LegendEntry> entries;
    for (std::size_t index = 0; index < spec_.series.size(); ++index) {
      const PlotSeries& series = spec_.series[index];
      if (series.name.empty() || has_line(series)) continue;  // lines have their names at their ends
      entries.push_back({LegendEntry::Shape::dot, colour_of(index), series.name});
    }
    if (has_frontier_ && !spec_.frontier_name.empty()) {
      entries.push_back({LegendEntry::Shape::line, colours_.ink, spec_.frontier_name});
    }
    return entries;
  }

  const PlotSpec& spec_;
  const Measures measures_;
  const PageColours& colours_;
  const AxisScale x_;
  const AxisScale y_;
  Rectangle area_;
  bool has_frontier_ = false;
  std::vector<PlacedTick> x_ticks_;
  std::vector<PlacedTick> y_ticks_;
  std::vector<EndName> end_names_;
};

}  // namespace

Picture draw_plot(const PlotSpec& spec) {
  return PlotFigure(spec).draw();
}

namespace {

Picture example(const Page& page) {
  PlotSpec spec{.x = {.name = "tokens", .spacing = PlotAxis::Spacing::logarithmic},
                .y = {.name = "time, ms", .spacing = PlotAxis::Spacing::logarithmic},
                .page = page};
  spec.series = {{.name = "scores", .points = {{128, 0.1}, {1024, 6.4}, {8192, 410}}},
                 {.name = "projections", .points = {{128, 1}, {1024, 8}, {8192, 64}}}};
  spec.caption = {.title = "Where the time goes"};
  return draw_plot(spec);
}

const Registered<Figure> registered{
    {{.name = "plot",
      .summary = "lines and points over two axes, linear or logarithmic",
      .paper = "this program"},
     [](const Settings&) { return std::make_unique<const Figure>(example); }}};

}  // namespace
}  // namespace attnscope
