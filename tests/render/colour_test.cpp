// Colour maps and scales.
#include <algorithm>
#include <cmath>

#include "core/colour_table.hpp"
#include "core/error.hpp"
#include "render/colour_scale.hpp"
#include "render/numbers.hpp"
#include "support/catch.hpp"

namespace attnscope {
namespace {

std::vector<std::string> tick_texts(const Colouring& colouring) {
  std::vector<std::string> texts;
  for (const Tick& tick : colouring.ticks()) texts.push_back(tick.text);
  return texts;
}

Colouring colouring_of(const ColourScale& scale, const Matrix& values) {
  const MaskedValues map{values.view()};
  return {scale, Theme::light, {&map, 1}};
}

Matrix row_of(std::initializer_list<float> values) {
  Matrix matrix(1, static_cast<Index>(values.size()));
  std::ranges::copy(values, matrix.data());
  return matrix;
}

}  // namespace

TEST_CASE("viridis and magma have the published colours", "[render][colour]") {
  const auto& maps = Registry<ColourMap>::instance();
  const auto viridis = maps.make("viridis");
  CHECK(viridis->at(0.0) == Colour{68, 1, 84});
  CHECK(viridis->colours()[128] == Colour{33, 145, 140});
  CHECK(viridis->at(1.0) == Colour{253, 231, 37});
  CHECK(maps.make("magma")->at(1.0) == Colour{252, 253, 191});
}

TEST_CASE("a sequential map grows steadily lighter or darker", "[render][colour]") {
  for (const auto& entry : Registry<ColourMap>::instance().entries()) {
    const auto map = Registry<ColourMap>::instance().make(entry.name);
    if (map->kind() != ColourMap::Kind::sequential) continue;
    INFO(entry.name);
    const double sign = luminance(map->at(1.0)) > luminance(map->at(0.0)) ? 1.0 : -1.0;
    for (std::size_t step = 16; step < 256; step += 16) {
      CHECK(sign * (luminance(map->colours()[step]) - luminance(map->colours()[step - 16])) > 0.0);
    }
  }
}

TEST_CASE("a diverging map is as light on one side of zero as on the other", "[render][colour]") {
  for (const auto& entry : Registry<ColourMap>::instance().entries()) {
    const auto map = Registry<ColourMap>::instance().make(entry.name);
    if (map->kind() != ColourMap::Kind::diverging) continue;
    INFO(entry.name);
    for (std::size_t step = 0; step < 128; ++step) {
      CHECK(luminance(map->colours()[step]) == Approx(luminance(map->colours()[255 - step])).margin(0.06));
    }
    const Colour zero = map->at(0.5);
    CHECK(std::max({zero.red, zero.green, zero.blue}) - std::min({zero.red, zero.green, zero.blue}) <= 8);
  }
}

TEST_CASE("the unit range is the same for all maps, the largest value ends its own", "[render][colour]") {
  const Matrix values = row_of({0.0F, 0.1F, 0.4F});
  const Colouring unit = colouring_of({}, values);
  CHECK(unit.position(0.4F) == Approx(0.4));
  CHECK(unit.range_text("weight") == "0 to 1");
  const Colouring largest = colouring_of({.range = ColourScale::Range::largest}, values);
  CHECK(largest.position(0.4F) == 1.0);
  CHECK(largest.position(0.1F) == Approx(0.25));
  CHECK(largest.range_text("weight") == "0 to 0.4, the largest weight");
}

TEST_CASE("a diverging range has zero in its middle", "[render][colour]") {
  const Colouring colouring =
      colouring_of({.kind = ColourScale::Kind::diverging, .range = ColourScale::Range::largest},
                   row_of({-0.2F, 0.0F, 0.8F}));
  CHECK(colouring.low() == Approx(-0.8));
  CHECK(colouring.position(0.0F) == 0.5);
  CHECK(colouring.position(-0.2F) == Approx(0.375));
}

TEST_CASE("a robust range leaves out the two per cent at either end", "[render][colour]") {
  Matrix values(1, 101);
  for (Index col = 0; col < 101; ++col) values(0, col) = static_cast<float>(col);
  const Colouring colouring = colouring_of({.range = ColourScale::Range::robust}, values);
  CHECK(colouring.low() == 2.0);
  CHECK(colouring.high() == 98.0);
  CHECK(colouring.position(1000.0F) == 1.0);
  CHECK(colouring.range_text("weight") ==
        "2 to 98, the 2nd to the 98th percentile; what lies beyond takes the end colours");
}

TEST_CASE("a logarithmic scale gives each power of ten the same room", "[render][colour]") {
  const Colouring colouring =
      colouring_of({.spacing = ColourScale::Spacing::logarithmic}, row_of({0.0F, 0.0001F, 0.01F, 1.0F}));
  CHECK(colouring.position(0.01F) == Approx(0.5));
  CHECK(colouring.position(0.0F) == 0.0);
  CHECK(tick_texts(colouring) == std::vector<std::string>{"10⁻⁴", "10⁻³", "0.01", "0.1", "1"});
}

TEST_CASE("ticks are round numbers and both ends", "[render][colour]") {
  CHECK(tick_texts(colouring_of({}, row_of({0.5F}))) ==
        std::vector<std::string>{"0", "0.2", "0.4", "0.6", "0.8", "1"});
  const auto largest = [](float value) {
    return tick_texts(colouring_of({.range = ColourScale::Range::largest}, row_of({value})));
  };
  CHECK(largest(0.73F) == std::vector<std::string>{"0", "0.2", "0.4", "0.6", "0.73"});
  CHECK(largest(0.0000512F) ==
        std::vector<std::string>{"0", "10⁻⁵", "2·10⁻⁵", "3·10⁻⁵", "4·10⁻⁵", "5.12·10⁻⁵"});
}

TEST_CASE("hidden cells and what is not a number do not count for a range", "[render][colour]") {
  const Matrix values = row_of({0.2F, 7.0F, std::nanf("")});
  const std::vector<std::uint8_t> hidden = {0, 1, 0};
  const MaskedValues map{values.view(), hidden};
  const Colouring colouring({.range = ColourScale::Range::largest}, Theme::light, {&map, 1});
  CHECK(colouring.high() == Approx(0.2));
}

TEST_CASE("equal values still make a scale", "[render][colour]") {
  for (const auto range : {ColourScale::Range::largest, ColourScale::Range::robust}) {
    const Colouring colouring = colouring_of({.range = range}, row_of({0.0F, 0.0F}));
    CHECK(colouring.low() < colouring.high());
    CHECK(colouring.position(0.0F) == 0.0);
  }
}

TEST_CASE("signed values are refused a sequential map, by name", "[render][colour]") {
  const Matrix values = row_of({-1.0F, 1.0F});
  CHECK_THROWS_WITH(colouring_of({.map = "viridis", .kind = ColourScale::Kind::diverging}, values),
                    "colour map 'viridis': expected a diverging one for these values");
  CHECK_THROWS_AS(colouring_of({.map = "viridi"}, values), Error);
  CHECK_THROWS_AS(colouring_of({.range = ColourScale::Range::given, .low = 1.0, .high = 1.0}, values), Error);
}

TEST_CASE("numbers are written without a locale, with true minus signs and powers", "[render][colour]") {
  CHECK(number_text(0.0) == "0");
  CHECK(number_text(-0.25) == "−0.25");
  CHECK(number_text(1234.0, 4) == "1234");
  CHECK(number_text(0.00001) == "10⁻⁵");
  CHECK(number_text(-2.5e-12) == "−2.5·10⁻¹²");
}

}  // namespace attnscope
