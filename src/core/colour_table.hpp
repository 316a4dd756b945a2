// Colour maps: 256 colours from the smallest value to the largest, one file each under render/colour_map.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/registry.hpp"

namespace attnscope {

/// One sRGB colour.
struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  bool operator==(const Colour&) const = default;
};

using ColourTable = std::array<Colour, 256>;

/// A registered colour map.
class ColourMap {
 public:
  static constexpr std::string_view family = "colour-map";
  /// A sequential map runs from little to much; a diverging one has zero in its middle, between entries 127
  /// and 128.
  enum class Kind { sequential, diverging };

  ColourMap(const ColourTable& colours, Kind kind) : colours_(colours), kind_(kind) {}

  const ColourTable& colours() const { return colours_; }
  Kind kind() const { return kind_; }
  /// The colour at `position` from 0 to 1; values outside take the end colours, not-a-number the first.
  Colour at(double position) const;

 private:
  ColourTable colours_;
  Kind kind_;
};

/// Requires: `hex` is 256 times six hexadecimal digits.
ColourTable colour_table_from_hex(std::string_view hex);

/// A colour by perceived lightness (0 black to 1 white), chroma (0 grey to about 0.3) and hue in degrees:
/// OKLCH.
struct PerceivedColour {
  double lightness = 0.0;
  double chroma = 0.0;
  double hue = 0.0;
};

/// The table that runs through `stops`, evenly spaced and at least two, along straight lines of OKLab, so
/// that equal steps look equal. Chroma outside sRGB is clipped.
ColourTable colour_table_through(std::span<const PerceivedColour> stops);

/// Relative luminance, 0 black to 1 white (WCAG 2).
double luminance(Colour colour);

/// `share` of `over` laid on `under`, 0 to 1, in sRGB.
Colour blend(Colour under, Colour over, double share);

}  // namespace attnscope
