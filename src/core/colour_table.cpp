// OKLab after Ottosson 2020, A perceptual color space for image processing.
#include "core/colour_table.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <numbers>

namespace attnscope {
namespace {

struct Lab {
  double lightness, green_red, blue_yellow;
};

Lab to_lab(const PerceivedColour& colour) {
  const double angle = colour.hue * std::numbers::pi / 180.0;
  return {colour.lightness, colour.chroma * std::cos(angle), colour.chroma * std::sin(angle)};
}

std::uint8_t to_byte(double linear) {
  const double clipped = std::clamp(linear, 0.0, 1.0);
  const double encoded =
      clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * std::pow(clipped, 1.0 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(255.0 * encoded));
}

Colour to_srgb(const Lab& lab) {
  const double l = std::pow(lab.lightness + 0.3963377774 * lab.green_red + 0.2158037573 * lab.blue_yellow, 3);
  const double m = std::pow(lab.lightness - 0.1055613458 * lab.green_red - 0.0638541728 * lab.blue_yellow, 3);
  const double s = std::pow(lab.lightness - 0.0894841775 * lab.green_red - 1.2914855480 * lab.blue_yellow, 3);
  return {to_byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          to_byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          to_byte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

double to_linear(std::uint8_t byte) {
  const double encoded = byte / 255.0;
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

}  // namespace

Colour ColourMap::at(double position) const {
  const double entry = position > 0.0 ? std::min(position, 1.0) * 255.0 : 0.0;
  return colours_[static_cast<std::size_t>(std::lround(entry))];
}

ColourTable colour_table_from_hex(std::string_view hex) {
  assert(hex.size() == 256 * 6);
  const auto byte = [hex](std::size_t offset) {
    std::uint8_t value = 0;
    std::from_chars(hex.data() + offset, hex.data() + offset + 2, value, 16);
    return value;
  };
  ColourTable table;
  for (std::size_t entry = 0; entry < table.size(); ++entry) {
    table[entry] = {byte(6 * entry), byte(6 * entry + 2), byte(6 * entry + 4)};
  }
  return table;
}

ColourTable colour_table_through(std::span<const PerceivedColour> stops) {
  assert(stops.size() >= 2);
  ColourTable table;
  for (std::size_t entry = 0; entry < table.size(); ++entry) {
    const double place = static_cast<double>(entry) / static_cast<double>(table.size() - 1) *
                         static_cast<double>(stops.size() - 1);
    const std::size_t stop = std::min(static_cast<std::size_t>(place), stops.size() - 2);
    const double share = place - static_cast<double>(stop);
    const Lab from = to_lab(stops[stop]);
    const Lab to = to_lab(stops[stop + 1]);
    table[entry] = to_srgb({std::lerp(from.lightness, to.lightness, share),
                            std::lerp(from.green_red, to.green_red, share),
                            std::lerp(from.blue_yellow, to.blue_yellow, share)});
  }
  return table;
}

double luminance(Colour colour) {
  return 0.2126 * to_linear(colour.red) + 0.7152 * to_linear(colour.green) + 0.0722 * to_linear(colour.blue);
}

Colour blend(Colour under, Colour over, double share) {
  const auto mix = [share](std::uint8_t from, std::uint8_t to) {
    return static_cast<std::uint8_t>(std::lround(from + (to - from) * share));
  };
  return {mix(under.red, over.red), mix(under.green, over.green), mix(under.blue, over.blue)};
}

}  // namespace attnscope
