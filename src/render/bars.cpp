// One line a bar: name, bar from zero, value, remark.
#include "render/bars.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "render/axis_labels.hpp"
#include "render/canvas.hpp"
#include "render/figure.hpp"
#include "render/numbers.hpp"
#include "render/page_layout.hpp"

namespace attnscope {
namespace {

constexpr double bar_length = 360.0;
constexpr double bar_height = 13.0;
constexpr double line_height = 21.0;
constexpr double widest_label = 190.0;

/// A drawn line: everything measured before it is placed.
struct Line {
  std::shared_ptr<const Sprite> label;
  std::shared_ptr<const Sprite> value;
  std::shared_ptr<const Sprite> remark;
};

/// Lighter than a line of that colour, so that marks on the bar are seen.
Colour bar_colour(Index group, const PageColours& colours) {
  const Colour accent = colours.accents[static_cast<std::size_t>(group + 1) % colours.accents.size()];
  return blend(colours.paper, accent, 0.7);
}

std::vector<LegendEntry> legend_entries(const BarsSpec& spec, const PageColours& colours) {
  std::vector<LegendEntry> entries;
  for (std::size_t group = 0; group < spec.groups.size(); ++group) {
    entries.push_back(
        {LegendEntry::Shape::filled, bar_colour(static_cast<Index>(group), colours), spec.groups[group]});
  }
  if (!spec.reference_name.empty())
    entries.push_back({LegendEntry::Shape::tick, colours.ink, spec.reference_name});
  if (!spec.interval_name.empty()) {
    entries.push_back({LegendEntry::Shape::interval, colours.secondary, spec.interval_name});
  }
  return entries;
}

}  // namespace

Picture draw_bars(const BarsSpec& spec) {
  assert(!spec.bars.empty());
  const Measures measures(spec.page);
  const PageColours& colours = page_colours(spec.page.theme);
  const TextStyle label_style{.size_px = measures.text_size, .width_px = measures.px(widest_label)};

  std::vector<Line> lines;
  double least = 0.0;
  double most = spec.most;
  Index label_width = 0;
  Index after_width = 0;
  for (const Bar& bar : spec.bars) {
    Line line{text_sprite(shown_text(bar.label), label_style), nullptr, nullptr};
    line.value = text_sprite(std::isnan(bar.value) ? "–" : fixed_text(bar.value, spec.decimals),
                             {.size_px = measures.text_size});
    line.remark = text_sprite(bar.remark, {.size_px = measures.text_size, .width_px = measures.px(260)});
    label_width = std::max(label_width, line.label->advance);
    after_width = std::max(after_width, line.value->advance + measures.px(10) + line.remark->advance);
    for (const double value : {bar.value, bar.reference, bar.low, bar.high}) {
      if (std::isnan(value)) continue;
      least = std::min(least, value);
      most = std::max(most, value);
    }
    lines.push_back(std::move(line));
  }
  if (!(least < most)) most = least + 1.0;
  const Index length = measures.px(bar_length);
  const double pixels_per_unit = static_cast<double>(length) / (most - least);
  const auto offset = [&](double value) { return std::lround((value - least) * pixels_per_unit); };
  Index widest_negative_value = 0;
  for (std::size_t index = 0; index < lines.size(); ++index) {
    if (spec.bars[index].value < 0.0)
      widest_negative_value = std::max(widest_negative_value, lines[index].value->advance + measures.px(8));
  }

  const auto name = text_sprite(spec.value_name, {.size_px = measures.text_size});
  const Index name_height = spec.value_name.empty() ? 0 : name->line_height() + measures.px(4);
  const Index bars_x = label_width + measures.px(10) + widest_negative_value;
  const Index content_width = bars_x + std::max(length + measures.px(8) + after_width, name->advance);
  const CaptionLayout caption(spec.caption, spec.page, content_width);
  const LegendLayout legend(legend_entries(spec, colours), spec.page, caption.width());
  const Index step = measures.px(line_height);
  const Index above = caption.height_above() + (caption.height_above() > 0 ? measures.px(12) : 0);
  const Index top = measures.margin + above + name_height;
  const Index legend_y = top + step * static_cast<Index>(lines.size()) + measures.px(10);
  const Index below_y = legend_y + legend.height() + (legend.height() > 0 ? measures.px(8) : 0);

  Canvas canvas(caption.width() + 2 * measures.margin, below_y + caption.height_below() + measures.margin,
                colours);
  const Index x = measures.margin + bars_x;
  const Index zero = x + offset(0.0);
  canvas.draw(name, zero, top - measures.px(4) - name->descent, colours.secondary);
  canvas.fill({zero - measures.thin, top, measures.thin, step * static_cast<Index>(lines.size())},
              colours.secondary);
  for (std::size_t index = 0; index < lines.size(); ++index) {
    const Bar& bar = spec.bars[index];
    const Line& line = lines[index];
    const Index y = top + static_cast<Index>(index) * step;
    const Index middle = y + step / 2;
    const Index baseline = middle + std::lround(0.34 * measures.text_size);
    const bool is_normal = bar.label.emphasis == Emphasis::normal;
    canvas.draw(line.label, measures.margin + label_width - line.label->advance, baseline,
                is_normal ? colours.ink : colours.secondary);
    const bool has_value = !std::isnan(bar.value);
    const Index end = has_value ? x + offset(bar.value) : zero;
    const Index height = measures.px(bar_height);
    const Colour colour = bar_colour(bar.group, colours);
    canvas.fill({std::min(zero, end), middle - height / 2, std::abs(end - zero), height}, colour);
    Index after = std::max(end, zero);
    if (!std::isnan(bar.low) && !std::isnan(bar.high)) {
      const Index low = x + offset(bar.low);
      const Index high = x + offset(bar.high);
      canvas.fill({low, middle, high - low, measures.thin}, colours.ink);
      canvas.fill({low, middle - measures.px(3), measures.thin, measures.px(7)}, colours.ink);
      canvas.fill({high, middle - measures.px(3), measures.thin, measures.px(7)}, colours.ink);
      after = std::max(after, high);
    }
    if (!std::isnan(bar.reference)) {
      const Index mark = x + offset(bar.reference);
      canvas.fill({mark - measures.px(1), middle - height / 2 - measures.px(3), measures.px(2),
                   height + measures.px(6)},
                  colours.ink);
      after = std::max(after, mark);
    }
    const bool is_negative = has_value && bar.value < 0.0;
    canvas.draw(line.value, is_negative ? end - measures.px(6) - line.value->advance : after + measures.px(7),
                baseline, colours.ink);
    const Index remark_x = after + measures.px(7) + (is_negative ? 0 : line.value->advance + measures.px(10));
    canvas.draw(line.remark, remark_x, baseline, colours.secondary);
  }
  legend.draw(canvas, measures.margin, legend_y);
  caption.draw(canvas, measures.margin, measures.margin, below_y);
  return std::move(canvas).finish();
}

namespace {

Picture example(const Page& page) {
  BarsSpec spec{.reference_name = "best fixed offset", .value_name = "accuracy", .most = 1.0, .page = page};
  spec.bars = {{.label = {"det"}, .value = 0.93, .reference = 0.6},
               {.label = {"nsubj"}, .value = 0.7, .reference = 0.4}};
  spec.caption = {.title = "Dependency relations"};
  return draw_bars(spec);
}

const Registered<Figure> registered{
    {{.name = "bars",
      .summary = "ranked bars with their values, baselines and intervals",
      .paper = "Cleveland and McGill 1984, Graphical perception: theory, experimentation and application"},
     [](const Settings&) { return std::make_unique<const Figure>(example); }}};

}  // namespace
}  // namespace attnscope
