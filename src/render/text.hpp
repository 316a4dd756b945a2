// Words as masks of coverage: shaped once in any script, kept, and copied wherever they are drawn.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

struct TextStyle {
  enum class Turn { none, rising, upward };  ///< level, 45 degrees up to the right, 90 degrees upwards
  double size_px = 13.0;
  bool is_bold = false;
  Turn turn = Turn::none;
  Index width_px = 0;  ///< cut with "…", or wrapped where `lines` is more than one; 0 for no limit
  Index lines = 1;
};

/// A drawn text. The pen starts at the left end of the (first) baseline; pixel (x, y) of the mask lies at pen
/// + left + x, pen + top + y.
struct Sprite {
  Index width = 0;
  Index height = 0;
  Index left = 0;
  Index top = 0;
  Index advance = 0;  ///< width of the text along its direction, logical
  Index ascent = 0;   ///< of the logical box above the first baseline, across its direction
  Index descent = 0;  ///< of the logical box below the first baseline: all further lines count
  std::vector<std::uint8_t> coverage;  ///< [height x width], 0 to 255 of the ink
  std::vector<std::uint32_t>
      colours;  ///< [height x width] premultiplied ARGB of colour glyphs; empty when there is none

  Index line_height() const { return ascent + descent; }
  Index right() const { return left + width; }
  Index bottom() const { return top + height; }
};

/// The text as a sprite, from the cache where it is known. Controls and bidirectional controls are shown as
/// escapes. Safe to call from several threads.
std::shared_ptr<const Sprite> text_sprite(std::string_view text, const TextStyle& style);

enum class TextDirection { right_to_left = -1, none = 0, left_to_right = 1 };

/// The direction of the first letter that has one.
TextDirection text_direction(std::string_view text);

}  // namespace attnscope
