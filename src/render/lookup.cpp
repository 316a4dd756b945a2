// A line a key, in the order of the text: name, similarity, weight, and a strip that is the value times its weight.
// Strips share one scale, so that what the output is made of is what is seen.
#include "render/lookup.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "render/axis_labels.hpp"
#include "render/cells.hpp"
#include "render/figure.hpp"
#include "render/numbers.hpp"

namespace attnscope {
namespace {

constexpr double line_height = 22.0;
constexpr double bar_height = 12.0;
constexpr double bar_length = 110.0;
constexpr double strip_length = 256.0;
constexpr double widest_label = 170.0;
constexpr Index most_dimensions = 64;

/// The keys to show, in the order of the text.
std::vector<std::size_t> shown_keys(const LookupSpec& spec) {
  std::vector<std::size_t> order(spec.keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto most = static_cast<std::size_t>(spec.most_keys);
  if (order.size() <= most) return order;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
    return std::abs(spec.keys[one].weight) > std::abs(spec.keys[other].weight);
  });
  order.resize(most);
  std::sort(order.begin(), order.end());
  return order;
}

/// A vector times a weight, its dimensions joined by means where there are more than a strip shows.
std::vector<float> strip_of(const std::vector<float>& vector, double weight) {
  const auto size = static_cast<Index>(vector.size());
  const Index cells = std::min(size, most_dimensions);
  std::vector<float> strip;
  for (Index cell = 0; cell < cells; ++cell) {
    const Index first = cell * size / cells;
    const Index last = (cell + 1) * size / cells;
    double sum = 0.0;
    for (Index place = first; place < last; ++place) sum += static_cast<double>(vector[static_cast<std::size_t>(place)]);
    strip.push_back(static_cast<float>(weight * sum / static_cast<double>(last - first)));
  }
  return strip;
}

/// A column of bars around a zero, with room for numbers on both sides.
struct BarColumn {
  Index x = 0;
  Index zero = 0;
  double pixels_per_unit = 1.0;
  Index width = 0;
};

BarColumn bar_column(Index x, double least, double most, const Measures& measures) {
  const double range = most > least ? most - least : 1.0;
  const Index length = measures.px(bar_length);
  const Index numbers = measures.px(46);
  const Index before = least < 0.0 ? numbers : 0;
  const double unit = static_cast<double>(length) / range;
  return {x, x + before + std::lround(-least * unit), unit, before + length + numbers};
}

class LookupPainter {
 public:
  explicit LookupPainter(const LookupSpec& spec)
      : spec_(spec), measures_(spec.page), colours_(page_colours(spec.page.theme)), shown_(shown_keys(spec)) {
    for (const std::size_t key : shown_) add_strip(spec.keys[key].value, spec.keys[key].weight);
    add_strip(spec.output, 1.0);
  }

  Picture draw() {
    place_columns();
    const double end = round_end();
    const ColourScale scale{.kind = ColourScale::Kind::diverging, .range = ColourScale::Range::given, .low = -end, .high = end};
    const MaskedValues values{{strips_.data(), static_cast<Index>(shown_.size()) + 1, dimensions_}};
    const Colouring colouring(scale, spec_.page.theme, {&values, 1});
    const ColourStripLayout key(colouring, "weight × value", spec_.page);
    const CaptionLayout caption(spec_.caption, spec_.page, right_);
    const Index step = measures_.px(line_height);
    const Index above = caption.height_above() + (caption.height_above() > 0 ? measures_.px(14) : 0);
    const Index top = measures_.margin + above;
    const auto lines = static_cast<Index>(shown_.size()) + (rest_text().empty() ? 0 : 1);
    const Index output_y = top + (lines + 1) * step + measures_.px(8);
    const Index matches_y = output_y + step + measures_.px(12);
    const Index matches_height =
        spec_.matches.empty() ? 0 : (static_cast<Index>(spec_.matches.size()) + 1) * step + measures_.px(16);
    const Index key_y = matches_y + matches_height;
    const Index below_y = key_y + key.height() + measures_.px(12);

    Canvas canvas(caption.width() + 2 * measures_.margin, below_y + caption.height_below() + measures_.margin, colours_);
    const CellPainter painter(canvas, colouring, colours_);
    draw_heads(canvas, top);
    for (std::size_t place = 0; place < shown_.size(); ++place) {
      draw_key(canvas, painter, place, top + static_cast<Index>(place + 1) * step);
    }
    if (!rest_text().empty()) {
      write(canvas, rest_text(), left_ + label_width_, top + lines * step, Side::before, colours_.secondary);
    }
    canvas.fill({strip_x_, output_y - measures_.px(4), measures_.px(strip_length), measures_.thin}, colours_.secondary);
    write(canvas, "output: their sum", strip_x_ - measures_.px(14), output_y, Side::before, colours_.ink);
    draw_strip(canvas, painter, shown_.size(), output_y);
    draw_matches(canvas, matches_y);
    key.draw(canvas, measures_.margin, key_y, painter.levels());
    caption.draw(canvas, measures_.margin, measures_.margin, below_y);
    return std::move(canvas).finish();
  }

 private:
  enum class Side { before, after };

  void add_strip(const std::vector<float>& vector, double weight) {
    const std::vector<float> strip = strip_of(vector, weight);
    dimensions_ = static_cast<Index>(strip.size());
    strips_.insert(strips_.end(), strip.begin(), strip.end());
  }

  TextStyle style() const { return {.size_px = measures_.text_size, .width_px = measures_.px(widest_label)}; }

  /// A number with few digits that no cell exceeds: the ends of the scale, and its ticks, are then apart.
  double round_end() const {
    double largest = 0.0;
    for (const float number : strips_) {
      if (std::isfinite(number)) largest = std::max(largest, std::abs(static_cast<double>(number)));
    }
    if (largest <= 0.0) return 1.0;
    const double power = std::pow(10.0, std::floor(std::log10(largest)));
    for (const double step : {1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0}) {
      if (largest <= step * power) return step * power;
    }
    return 10.0 * power;
  }

  void place_columns() {
    left_ = measures_.margin;
    double least = 0.0;
    double most = 0.0;
    double least_weight = 0.0;
    double most_weight = 1.0;
    for (const std::size_t place : shown_) {
      const LookupKey& key = spec_.keys[place];
      label_width_ = std::max(label_width_, text_sprite(shown_text(key.label), style())->advance);
      least_weight = std::min(least_weight, key.weight);
      most_weight = std::max(most_weight, key.weight);
      if (key.is_excluded || !std::isfinite(key.similarity)) continue;
      least = std::min(least, key.similarity);
      most = std::max(most, key.similarity);
    }
    for (const LookupMatch& match : spec_.matches) {
      label_width_ = std::max(label_width_, text_sprite(shown_text(match.label), style())->advance);
    }
    label_width_ = std::max(label_width_, text_sprite(rest_text(), style())->advance);
    const Index gap = measures_.px(22);
    similarity_ = bar_column(left_ + label_width_ + measures_.px(10), least, most, measures_);
    weight_ = bar_column(similarity_.x + similarity_.width + gap, least_weight, most_weight, measures_);
    strip_x_ = weight_.x + weight_.width + gap;
    right_ = strip_x_ + measures_.px(strip_length) - measures_.margin;
  }

  Index baseline(Index y) const {
    return y + measures_.px(line_height) / 2 + std::lround(0.34 * measures_.text_size);
  }

  void write(Canvas& canvas, const std::string& text, Index x, Index y, Side side, Colour ink) const {
    const auto sprite = text_sprite(text, {.size_px = measures_.text_size});
    canvas.draw(sprite, side == Side::before ? x - sprite->advance : x, baseline(y), ink);
  }

  void draw_heads(Canvas& canvas, Index y) const {
    write(canvas, "key", left_ + label_width_, y, Side::before, colours_.secondary);
    write(canvas, spec_.similarity_name, similarity_.x, y, Side::after, colours_.secondary);
    write(canvas, "→  weight", weight_.x - measures_.px(20), y, Side::after, colours_.secondary);
    write(canvas, "→  weight × value", strip_x_ - measures_.px(20), y, Side::after, colours_.secondary);
  }

  void draw_bar(Canvas& canvas, const BarColumn& column, double value, Index y, Colour colour) const {
    const Index length = std::lround(value * column.pixels_per_unit);
    const Index height = measures_.px(bar_height);
    const Index top = y + (measures_.px(line_height) - height) / 2;
    canvas.fill({column.zero - measures_.thin, y, measures_.thin, measures_.px(line_height)}, colours_.line);
    canvas.fill({std::min(column.zero, column.zero + length), top, std::abs(length), height}, colour);
    const bool is_negative = value < 0.0;
    const Index gap = measures_.px(6);
    write(canvas, fixed_text(value, 2), column.zero + length + (is_negative ? -gap : gap), y,
          is_negative ? Side::before : Side::after, colours_.ink);
  }

  void draw_key(Canvas& canvas, const CellPainter& painter, std::size_t place, Index y) const {
    const LookupKey& key = spec_.keys[shown_[place]];
    const auto label = text_sprite(shown_text(key.label), style());
    const bool is_normal = key.label.emphasis == Emphasis::normal && !key.is_excluded;
    canvas.draw(label, left_ + label_width_ - label->advance, baseline(y), is_normal ? colours_.ink : colours_.secondary);
    if (key.is_excluded) {
      write(canvas, "excluded", similarity_.zero + measures_.px(6), y, Side::after, colours_.secondary);
      return;
    }
    if (std::isfinite(key.similarity)) {
      draw_bar(canvas, similarity_, key.similarity, y, blend(colours_.paper, colours_.accents[1], 0.45));
    }
    draw_bar(canvas, weight_, key.weight, y, blend(colours_.paper, colours_.accents[1], 0.9));
    draw_strip(canvas, painter, place, y);
  }

  void draw_strip(Canvas& canvas, const CellPainter& painter, std::size_t row, Index y) const {
    const Index length = measures_.px(strip_length);
    const Index inset = measures_.px(2);
    for (Index cell = 0; cell < dimensions_; ++cell) {
      const Index begin = cell * length / dimensions_;
      const Index end = (cell + 1) * length / dimensions_;
      const float value = strips_[row * static_cast<std::size_t>(dimensions_) + static_cast<std::size_t>(cell)];
      canvas.fill({strip_x_ + begin, y + inset, end - begin, measures_.px(line_height) - 2 * inset},
                  painter.colour_of(value));
    }
  }

  void draw_matches(Canvas& canvas, Index y) const {
    if (spec_.matches.empty()) return;
    const Index step = measures_.px(line_height);
    write(canvas, spec_.matches_name, left_, y, Side::after, colours_.secondary);
    double least = 0.0;
    for (const LookupMatch& match : spec_.matches) least = std::min(least, match.similarity);
    const BarColumn column = bar_column(left_ + label_width_ + measures_.px(10), least, 1.0, measures_);
    for (const LookupMatch& match : spec_.matches) {
      y += step;
      const auto label = text_sprite(shown_text(match.label), style());
      canvas.draw(label, left_ + label_width_ - label->advance, baseline(y), colours_.ink);
      draw_bar(canvas, column, match.similarity, y, blend(colours_.paper, colours_.accents[2], 0.7));
    }
  }

  std::string rest_text() const {
    const std::size_t left = spec_.keys.size() - shown_.size();
    if (left == 0) return {};
    double sum = 0.0;
    for (const LookupKey& key : spec_.keys) sum += key.weight;
    for (const std::size_t place : shown_) sum -= spec_.keys[place].weight;
    return std::to_string(left) + (left == 1 ? " other key: " : " other keys: ") + fixed_text(std::abs(sum) < 0.005 ? 0.0 : sum, 2);
  }

  const LookupSpec& spec_;
  Measures measures_;
  const PageColours& colours_;
  std::vector<std::size_t> shown_;
  std::vector<float> strips_;  // [shown keys and output x dimensions]
  Index dimensions_ = 0;
  Index left_ = 0;
  Index label_width_ = 0;
  BarColumn similarity_;
  BarColumn weight_;
  Index strip_x_ = 0;
  Index right_ = 0;
};

}  // namespace

Picture draw_lookup(const LookupSpec& spec) {
  assert(!spec.keys.empty() && !spec.output.empty());
  return LookupPainter(spec).draw();
}

namespace {

Picture example(const Page& page) {
  LookupSpec spec{.output = {0.75F, -0.15F, 0.2F, 0.0F}, .page = page};
  spec.keys = {{.label = {"the"}, .similarity = -1.2, .weight = 0.05, .value = {0.0F, 1.0F, 0.0F, 0.0F}},
               {.label = {"trophy"}, .similarity = 2.1, .weight = 0.75, .value = {1.0F, -0.2F, 0.0F, 0.0F}},
               {.label = {"suitcase"}, .similarity = 0.7, .weight = 0.2, .value = {0.0F, -0.25F, 1.0F, 0.0F}}};
  spec.matches = {{.label = {"prize"}, .similarity = 0.91}, {.label = {"cup"}, .similarity = 0.74}};
  spec.matches_name = "nearest words to the output";
  spec.caption = {.title = "look-up of “it”"};
  return draw_lookup(spec);
}

const Registered<Figure> registered{
    {{.name = "lookup",
      .summary = "one query's look-up: similarity, weight, weighted value, and their sum",
      .paper = "Graves, Wayne and Danihelka 2014, Neural Turing machines (content-based addressing)"},
     [](const Settings&) { return std::make_unique<const Figure>(example); }}};

}  // namespace
}  // namespace attnscope
