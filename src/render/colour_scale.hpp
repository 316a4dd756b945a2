// From values to colours: the range, its spacing, and the ticks of the colour bar.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/colour_table.hpp"
#include "render/page.hpp"

namespace attnscope {

/// What a user chooses of a figure's colours.
struct ColourScale {
  enum class Kind { sequential, diverging };
  enum class Range {
    unit,     ///< 0 to 1 (diverging: -1 to 1), so that heads compare
    largest,  ///< 0 to the largest value shown (diverging: that of the largest size, both ways)
    robust,   ///< 2nd to 98th percentile (diverging: the 98th of the sizes, both ways)
    given,    ///< low to high (diverging: the larger size of the two, both ways)
  };
  enum class Spacing { linear, logarithmic };

  std::string map = {};  ///< a name of the family colour-map; empty takes what suits kind and theme
  Kind kind = Kind::sequential;
  Range range = Range::unit;
  Spacing spacing = Spacing::linear;  ///< logarithmic only for a sequential scale
  double low = 0.0;                   ///< of a given range
  double high = 1.0;
};

/// A matrix with the cells that the pattern hides.
struct MaskedValues {
  ConstMatrixView values = {};                ///< [rows x cols]; not-a-number is shown as such
  std::span<const std::uint8_t> hidden = {};  ///< [rows x cols], 1 for a hidden cell; empty when none is
  bool is_hidden(Index row, Index col) const {
    return !hidden.empty() && hidden[static_cast<std::size_t>(row * values.cols + col)] != 0;
  }
};

struct Tick {
  double position = 0.0;  ///< 0 low end, 1 high end
  std::string text = {};
};

/// A scale whose range is settled by the values that it shows.
class Colouring {
 public:
  /// Throws: Error(usage) for an unknown map, a map of the other kind, or a given range that is empty.
  Colouring(const ColourScale& scale, Theme theme, std::span<const MaskedValues> maps);

  double low() const { return low_; }
  double high() const { return high_; }
  /// Position on the scale, 0 to 1; values outside the range take its ends. Requires: not not-a-number.
  double position(float value) const;
  const ColourMap& map() const { return *map_; }
  /// At most six, with round numbers, and both ends.
  std::vector<Tick> ticks(Index most = 6) const;
  /// Whether the ends of the bar do not tell all: the range follows the values, is logarithmic or left by
  /// some.
  bool needs_words() const;
  /// What the range is, such as "0 to 1" or "0 to 0.73, the largest weight".
  std::string range_text(std::string_view value_name) const;

 private:
  void settle_range(const ColourScale& scale, std::span<const MaskedValues> maps);

  std::unique_ptr<const ColourMap> map_;
  ColourScale::Range range_;
  bool is_logarithmic_;
  double low_ = 0.0;
  double high_ = 1.0;
  double factor_ = 1.0;   ///< from the distance above low_ to the position, or that of logarithms
  bool exceeds_ = false;  ///< some value lies outside the range
};

}  // namespace attnscope
