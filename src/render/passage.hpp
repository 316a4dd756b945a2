// Words set in lines: broken to a width, on one baseline each, in the direction of their script.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "render/page.hpp"
#include "render/page_layout.hpp"

namespace attnscope {

/// A word of a sentence or passage.
struct Word {
  Label label = {};
  bool is_joined = false;  ///< follows the word before it without a blank: punctuation, word pieces, Chinese
};

/// Where a word stands.
struct PlacedWord {
  std::shared_ptr<const Sprite> sprite;
  Index line = 0;
  Index x = 0;      ///< left edge, from the left edge of the text
  Index width = 0;  ///< of the word, without blanks
};

struct PassageStyle {
  double size_px = 15.0;
  Index width_px = 900;                 ///< lines are broken at it; one word may be longer
  Index blank_px = 5;                   ///< between words
  std::vector<bool> bold = {};          ///< for each word, or empty
  std::vector<Index> least_width = {};  ///< room for each word, or empty; the word stands in its middle
};

/// All words in lines. Right-to-left text starts at the right.
struct PassageLayout {
  PassageLayout(const std::vector<Word>& words, const PassageStyle& style);

  std::vector<PlacedWord> words = {};
  Index lines = 0;
  Index width = 0;   ///< of the longest line
  Index ascent = 0;  ///< of the tallest word
  Index descent = 0;
};

}  // namespace attnscope
