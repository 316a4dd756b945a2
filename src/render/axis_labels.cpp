// Column labels lie level where they fit, else rise at 45 degrees, else stand upright.
#include "render/axis_labels.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace attnscope {
namespace {

/// About sixteen columns of text.
constexpr double widest_label_em = 9.5;
/// Half the height of small letters: what the eye takes for the middle of a word.
constexpr double half_letter_em = 0.27;

/// The smallest step of 1, 2, 5, 10, 20, 50, … that leaves at least `room` pixels between labels.
Index label_step(Index cell_px, Index room) {
  for (Index power = 1;; power *= 10) {
    for (const Index factor : {1, 2, 5}) {
      if (power * factor * cell_px >= room) return power * factor;
    }
  }
}

}  // namespace

std::string shown_text(const Label& label) {
  const bool is_blank = label.text.find_first_not_of(' ') == std::string::npos;
  std::string text = is_blank ? "␣" : label.text;
  return label.emphasis == Emphasis::unknown ? text + " ?" : text;
}

TextStyle::Turn AxisLabels::turn_of(const std::vector<Label>& labels, const TextStyle& style, Index cell_px,
                                    Index step) const {
  if (step > 1) return TextStyle::Turn::upward;
  Index widest = 0;
  for (const Label& label : labels) widest = std::max(widest, text_sprite(shown_text(label), style)->advance);
  if (widest <= cell_px - measures_.px(7)) return TextStyle::Turn::none;
  const double line_room = static_cast<double>(cell_px) / std::numbers::sqrt2;
  return line_room >= 1.25 * measures_.text_size - 1.0 ? TextStyle::Turn::rising : TextStyle::Turn::upward;
}

AxisLabels::AxisLabels(const std::vector<Label>& labels, Side side, Index cell_px, const Page& page)
    : measures_(page), colours_(page_colours(page.theme)), side_(side), gap_(measures_.px(6)) {
  if (labels.empty()) return;
  const Index line = std::lround(measures_.text_size * 1.25);
  const Index step = label_step(cell_px, line);
  TextStyle style{.size_px = measures_.text_size,
                  .width_px = static_cast<Index>(widest_label_em * measures_.text_size)};

  if (side == Side::top) style.turn = turn_of(labels, style, cell_px, step);
  turn_ = style.turn;
  TextStyle position_style{.size_px = measures_.small_size, .turn = turn_};
  for (Index index = 0; index < static_cast<Index>(labels.size()); index += step) {
    const Label& label = labels[static_cast<std::size_t>(index)];
    Shown shown{.text = text_sprite(shown_text(label), style),
                .position = nullptr,
                .colour = label.emphasis == Emphasis::normal ? colours_.ink : colours_.secondary,
                .middle = index * cell_px + cell_px / 2};
    if (step > 1) {
      shown.position = text_sprite(std::to_string(index), position_style);
      position_width_ = std::max(position_width_, shown.position->advance + measures_.px(5));
    }
    shown_.push_back(std::move(shown));
  }

  for (const Shown& shown : shown_) {
    const Sprite& text = *shown.text;
    if (side_ == Side::left) {
      depth_ = std::max(depth_, gap_ + text.advance + position_width_);
    } else if (turn_ == TextStyle::Turn::none) {
      depth_ = std::max(depth_, gap_ + text.line_height());
      reach_ = std::max(reach_, shown.middle + text.advance / 2);
    } else if (turn_ == TextStyle::Turn::rising) {
      depth_ = std::max(depth_, gap_ - text.top);
      reach_ = std::max(reach_, shown.middle + text.right() + gap_);
    } else {
      depth_ = std::max(depth_, gap_ + position_width_ - text.top);
      reach_ = std::max(reach_, shown.middle + text.right());
      overhang_ = std::max(overhang_, line / 2 - shown.middle);
    }
  }
}

void AxisLabels::draw(Canvas& canvas, Index x, Index y) const {
  const Index half_letter = std::lround(half_letter_em * measures_.text_size);
  for (const Shown& shown : shown_) {
    if (side_ == Side::left) {
      const Index pen_y = y + shown.middle + half_letter;
      canvas.draw(shown.text, x - gap_ - shown.text->advance, pen_y, shown.colour);
      if (shown.position) {
        canvas.draw(shown.position, x - depth_ + position_width_ - measures_.px(5) - shown.position->advance,
                    pen_y, colours_.secondary);
        canvas.fill({x - measures_.px(4), y + shown.middle, measures_.px(3), measures_.thin},
                    colours_.secondary);
      }
      continue;
    }
    switch (turn_) {
      case TextStyle::Turn::none:
        canvas.draw(shown.text, x + shown.middle - shown.text->advance / 2, y - gap_ - shown.text->descent,
                    shown.colour);
        break;
      case TextStyle::Turn::rising: {
        const Index aside = std::lround(static_cast<double>(half_letter) / std::numbers::sqrt2);
        canvas.draw(shown.text, x + shown.middle + aside, y - gap_ + aside, shown.colour);
        break;
      }
      case TextStyle::Turn::upward: {
        const Index pen_x = x + shown.middle + half_letter;
        canvas.draw(shown.text, pen_x, y - gap_ - position_width_, shown.colour);
        if (shown.position) {
          canvas.draw(shown.position, pen_x, y - gap_, colours_.secondary);
          canvas.fill({x + shown.middle, y - measures_.px(4), measures_.thin, measures_.px(3)},
                      colours_.secondary);
        }
        break;
      }
    }
  }
}

}  // namespace attnscope
