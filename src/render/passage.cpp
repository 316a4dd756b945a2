// Greedy line breaking between words, never inside one.
#include "render/passage.hpp"

#include <algorithm>
#include <cassert>

#include "render/axis_labels.hpp"

namespace attnscope {
namespace {

/// Whether most words with a direction run from right to left.
bool runs_right_to_left(const std::vector<Word>& words) {
  Index balance = 0;
  for (const Word& word : words) balance += static_cast<Index>(text_direction(word.label.text));
  return balance < 0;
}

}  // namespace

PassageLayout::PassageLayout(const std::vector<Word>& given, const PassageStyle& style) {
  assert(style.least_width.empty() || style.least_width.size() == given.size());
  Index x = 0;
  for (std::size_t index = 0; index < given.size(); ++index) {
    const bool is_bold = !style.bold.empty() && style.bold[index];
    PlacedWord word;
    word.sprite = text_sprite(shown_text(given[index].label),
                              {.size_px = style.size_px, .is_bold = is_bold, .width_px = style.width_px});
    word.width = word.sprite->advance;
    const Index room =
        style.least_width.empty() ? word.width : std::max(word.width, style.least_width[index]);
    if (x > 0 && !given[index].is_joined) x += style.blank_px;
    if (x > 0 && x + room > style.width_px) {
      x = 0;
      ++lines;
    }
    word.line = lines;
    word.x = x + (room - word.width) / 2;
    x += room;
    width = std::max(width, x);
    ascent = std::max(ascent, word.sprite->ascent);
    descent = std::max(descent, word.sprite->descent);
    words.push_back(std::move(word));
  }
  if (!words.empty()) ++lines;
  if (!runs_right_to_left(given)) return;
  for (PlacedWord& word : words) word.x = width - word.x - word.width;
}

}  // namespace attnscope
