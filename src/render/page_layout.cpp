// Captions, colour bars and legends.
#include "render/page_layout.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "render/numbers.hpp"

namespace attnscope {

Measures::Measures(const Page& page)
    : scale(page.scale),
      margin(px(20)),
      gap(px(8)),
      thin(std::max<Index>(1, px(1))),
      title_size(17.0 * page.scale),
      text_size(13.0 * page.scale),
      small_size(11.0 * page.scale) {
  if (!(page.scale >= 0.5 && page.scale <= 8.0)) {
    throw Error(Error::Kind::usage, "picture scale: expected 0.5 to 8, found " + number_text(page.scale));
  }
}

Index Measures::px(double length) const {
  return std::lround(length * scale);
}

CaptionLayout::CaptionLayout(const Caption& caption, const Page& page, Index content_width) {
  const Measures measures(page);
  const PageColours& colours = page_colours(page.theme);
  const Index most_title_width = std::max(content_width, measures.px(560));
  const auto add = [&](std::vector<Line>& lines, const std::string& text, TextStyle style, Colour colour) {
    if (text.empty()) return;
    lines.push_back({text_sprite(text, style), lines.empty() ? 0 : measures.px(4), colour});
    width_ = std::max(width_, lines.back().sprite->advance);
  };
  width_ = content_width;
  add(above_, caption.title,
      {.size_px = measures.title_size, .is_bold = true, .width_px = most_title_width, .lines = 3},
      colours.ink);
  add(above_, caption.subtitle, {.size_px = measures.text_size, .width_px = most_title_width, .lines = 3},
      colours.secondary);
  const Index text_width = std::max(width_, measures.px(280));
  add(below_, caption.note, {.size_px = measures.text_size, .width_px = text_width, .lines = 4}, colours.ink);
  add(below_, caption.text, {.size_px = measures.text_size, .width_px = text_width, .lines = 4},
      colours.secondary);
  height_above_ = height(above_);
  height_below_ = height(below_);
}

Index CaptionLayout::height(const std::vector<Line>& lines) {
  Index sum = 0;
  for (const Line& line : lines) sum += line.gap_before + line.sprite->line_height();
  return sum;
}

void CaptionLayout::draw_lines(Sheet& sheet, const std::vector<Line>& lines, Index x, Index top) {
  for (const Line& line : lines) {
    top += line.gap_before;
    sheet.draw(line.sprite, x, top + line.sprite->ascent, line.colour);
    top += line.sprite->line_height();
  }
}

void CaptionLayout::draw(Sheet& sheet, Index x, Index top, Index bottom_top) const {
  draw_lines(sheet, above_, x, top);
  draw_lines(sheet, below_, x, bottom_top);
}

ColourBarLayout::ColourBarLayout(const Colouring& colouring, std::string_view value_name, const Page& page,
                                 Index height)
    : measures_(page),
      colours_(page_colours(page.theme)),
      name_(text_sprite(value_name, {.size_px = measures_.text_size, .turn = TextStyle::Turn::upward})),
      bar_width_(measures_.px(14)),
      height_(std::max({height, measures_.px(110), name_->advance})) {
  Index tick_width = 0;
  for (const Tick& tick : colouring.ticks()) {
    ticks_.push_back({text_sprite(tick.text, {.size_px = measures_.small_size}), tick.position});
    tick_width = std::max(tick_width, ticks_.back().sprite->advance);
  }
  width_ = bar_width_ + measures_.px(7) + tick_width + measures_.px(4) + name_->line_height();
}

void ColourBarLayout::draw(Canvas& canvas, Index x, Index y, std::span<const PaletteIndex> levels) const {
  const auto last = static_cast<Index>(levels.size()) - 1;
  for (Index row = 0; row < height_; ++row) {
    const Index level = last - (row * last + height_ / 2) / std::max<Index>(1, height_ - 1);
    canvas.fill({x, y + row, bar_width_, 1}, levels[static_cast<std::size_t>(std::max<Index>(0, level))]);
  }
  canvas.frame(
      {x - measures_.thin, y - measures_.thin, bar_width_ + 2 * measures_.thin, height_ + 2 * measures_.thin},
      measures_.thin, colours_.line);
  const Index tick_x = x + bar_width_ + measures_.px(7);
  for (const PlacedTick& tick : ticks_) {
    const Index tick_y = y + height_ - 1 - std::lround(tick.position * static_cast<double>(height_ - 1));
    canvas.fill({x + bar_width_ + measures_.thin, tick_y, measures_.px(3), measures_.thin},
                colours_.secondary);
    // Centred on the height of digits, kept within the bar at its ends.
    const Index digit_height = static_cast<Index>(measures_.small_size * 0.72);
    canvas.draw(tick.sprite, tick_x, tick_y + digit_height / 2, colours_.secondary);
  }
  canvas.draw(name_, x + width_ - name_->descent, y + (height_ + name_->advance) / 2, colours_.secondary);
}

ColourStripLayout::ColourStripLayout(const Colouring& colouring, std::string_view value_name,
                                     const Page& page)
    : measures_(page),
      colours_(page_colours(page.theme)),
      name_(text_sprite(value_name, {.size_px = measures_.text_size})),
      length_(measures_.px(220)),
      thickness_(measures_.px(11)) {
  for (const Tick& tick : colouring.ticks()) {
    ticks_.push_back({text_sprite(tick.text, {.size_px = measures_.small_size}), tick.position});
  }
}

Index ColourStripLayout::width() const {
  return name_->advance + measures_.px(10) + length_ + ticks_.back().sprite->advance / 2;
}

Index ColourStripLayout::height() const {
  return thickness_ + measures_.px(4) + ticks_.front().sprite->line_height();
}

void ColourStripLayout::draw(Canvas& canvas, Index x, Index y, std::span<const PaletteIndex> levels) const {
  const Index start = x + name_->advance + measures_.px(10);
  canvas.draw(name_, x, y + thickness_ - measures_.px(1), colours_.secondary);
  const auto last = static_cast<Index>(levels.size()) - 1;
  for (Index col = 0; col < length_; ++col) {
    canvas.fill({start + col, y, 1, thickness_},
                levels[static_cast<std::size_t>(col * last / (length_ - 1))]);
  }
  canvas.frame({start - measures_.thin, y - measures_.thin, length_ + 2 * measures_.thin,
                thickness_ + 2 * measures_.thin},
               measures_.thin, colours_.line);
  for (const PlacedTick& tick : ticks_) {
    const Index tick_x = start + std::lround(tick.position * static_cast<double>(length_ - 1));
    canvas.fill({tick_x, y + thickness_ + measures_.thin, measures_.thin, measures_.px(3)},
                colours_.secondary);
    canvas.draw(tick.sprite, tick_x - tick.sprite->advance / 2,
                y + thickness_ + measures_.px(4) + tick.sprite->ascent, colours_.secondary);
  }
}

LegendEntry range_entry(const Colouring& colouring, std::string_view value_name, const PageColours& colours) {
  return {LegendEntry::Shape::none, colours.secondary, "colours: " + colouring.range_text(value_name)};
}

LegendLayout::LegendLayout(const std::vector<LegendEntry>& entries, const Page& page, Index width)
    : measures_(page), colours_(page_colours(page.theme)), swatch_(measures_.px(12)) {
  Index x = 0;
  Index y = 0;
  for (const LegendEntry& entry : entries) {
    const auto sprite =
        text_sprite(entry.text, {.size_px = measures_.text_size, .width_px = width - 2 * swatch_});
    const Index entry_width = text_offset(entry) + sprite->advance;
    if (x > 0 && x + entry_width > width) {
      x = 0;
      y += sprite->line_height() + measures_.px(2);
    }
    placed_.push_back({entry, sprite, x, y});
    x += entry_width + measures_.px(18);
    height_ = y + sprite->line_height();
  }
}

void LegendLayout::draw(Sheet& sheet, Index x, Index y) const {
  for (const Placed& placed : placed_) {
    const Index height = placed.sprite->line_height();
    draw_swatch(sheet, placed.entry, {x + placed.x, y + placed.y + (height - swatch_) / 2, swatch_, swatch_});
    sheet.draw(placed.sprite, x + placed.x + text_offset(placed.entry), y + placed.y + placed.sprite->ascent,
               colours_.secondary);
  }
}

Index LegendLayout::text_offset(const LegendEntry& entry) const {
  switch (entry.shape) {
    case LegendEntry::Shape::none:
      return 0;
    case LegendEntry::Shape::line:
    case LegendEntry::Shape::crossed_line:
    case LegendEntry::Shape::dashed_line:
      return 2 * swatch_ + measures_.px(6);
    default:
      return swatch_ + measures_.px(6);
  }
}

void LegendLayout::draw_swatch(Sheet& sheet, const LegendEntry& entry, const Rectangle& square) const {
  const Index thick = measures_.px(2);
  const Rectangle line{square.x, square.y + (square.height - thick) / 2, 2 * square.width, thick};
  switch (entry.shape) {
    case LegendEntry::Shape::none:
      break;
    case LegendEntry::Shape::filled:
      sheet.fill(square, entry.colour);
      break;
    case LegendEntry::Shape::framed:
      sheet.frame(square, thick, entry.colour);
      break;
    case LegendEntry::Shape::hatched:
      sheet.hatch(square, colours_.hidden, colours_.hidden_line, measures_.px(4));
      sheet.frame(square, measures_.thin, colours_.hidden_line);
      break;
    case LegendEntry::Shape::line:
      sheet.fill(line, entry.colour);
      break;
    case LegendEntry::Shape::crossed_line: {
      sheet.fill(line, entry.colour);
      const auto cross = text_sprite("×", {.size_px = measures_.title_size, .is_bold = true});
      sheet.draw(cross, line.x + (line.width - cross->advance) / 2,
                 line.y + thick / 2 + std::lround(0.3 * measures_.title_size), entry.colour);
      break;
    }
    case LegendEntry::Shape::dashed_line:
      for (Index dash = 0; dash < 3; ++dash) {
        sheet.fill({line.x + dash * line.width * 2 / 5, line.y, line.width / 5, thick}, entry.colour);
      }
      break;
    case LegendEntry::Shape::tick:
      sheet.fill({square.x + (square.width - thick) / 2, square.y - thick, thick, square.height + 2 * thick},
                 entry.colour);
      break;
    case LegendEntry::Shape::interval: {
      const Index middle = square.y + square.height / 2;
      sheet.fill({square.x, middle, square.width, measures_.thin}, entry.colour);
      for (const Index end : {square.x, square.x + square.width - measures_.thin}) {
        sheet.fill({end, middle - measures_.px(3), measures_.thin, measures_.px(7)}, entry.colour);
      }
      break;
    }
    case LegendEntry::Shape::dot: {
      const auto dot = text_sprite("●", {.size_px = measures_.text_size});
      sheet.draw(dot, square.x, square.y + square.height - measures_.px(1), entry.colour);
      break;
    }
  }
}

}  // namespace attnscope
