// Heat maps by their pixels: which colours stand where, and that words are neither cut off nor left out.
#include "render/heatmap.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/error.hpp"
#include "render/axis_labels.hpp"
#include "render/grid.hpp"
#include "render/png.hpp"
#include "render/theme.hpp"
#include "support/catch.hpp"

namespace attnscope {
namespace {

Index count_of(const Picture& picture, Colour colour) {
  Index count = 0;
  for (Index y = 0; y < picture.height; ++y) {
    for (Index x = 0; x < picture.width; ++x) count += picture.at(x, y) == colour ? 1 : 0;
  }
  return count;
}

bool has_clear_edge(const Picture& picture, Colour paper) {
  for (Index x = 0; x < picture.width; ++x) {
    if (picture.at(x, 0) != paper || picture.at(x, picture.height - 1) != paper) return false;
  }
  for (Index y = 0; y < picture.height; ++y) {
    if (picture.at(0, y) != paper || picture.at(picture.width - 1, y) != paper) return false;
  }
  return true;
}

Colour map_colour(std::string_view name, double position) {
  return Registry<ColourMap>::instance().make(name)->at(position);
}

/// The first row of pixels that holds `width` pixels of that colour side by side.
std::optional<Index> first_row_of_width(const Picture& picture, Colour colour, Index width) {
  for (Index y = 0; y < picture.height; ++y) {
    Index run = 0;
    for (Index x = 0; x < picture.width; ++x) {
      run = picture.at(x, y) == colour ? run + 1 : 0;
      if (run == width) return y;
    }
  }
  return std::nullopt;
}

Matrix square(Index side, float value) {
  Matrix matrix(side, side);
  std::ranges::fill(matrix.numbers(), value);
  return matrix;
}

std::vector<Label> labels(std::initializer_list<const char*> words) {
  std::vector<Label> result;
  for (const char* word : words) result.push_back({word});
  return result;
}

}  // namespace

TEST_CASE("each cell is painted whole in the colour of its value", "[render][heatmap]") {
  Matrix weights(2, 2);
  weights(0, 0) = 1.0F;
  weights(1, 1) = 1.0F;
  const HeatmapSpec spec{
      .map = {weights.view()}, .colours = {.map = "viridis"}, .numbers = HeatmapSpec::Numbers::never};
  const Picture picture = draw_heatmap(spec);
  // Two cells of 41 x 41 pixels beside the line between them, and some rows of the colour bar.
  const Index cells = 2 * 41 * 41;
  CHECK(count_of(picture, map_colour("viridis", 1.0)) >= cells);
  CHECK(count_of(picture, map_colour("viridis", 1.0)) < cells + 14 * 4);
  CHECK(count_of(picture, map_colour("viridis", 0.0)) >= cells);
}

TEST_CASE("row 0 is on top and queries go down", "[render][heatmap]") {
  Matrix weights(2, 1);
  weights(0, 0) = 1.0F;
  const Picture picture = draw_heatmap(
      {.map = {weights.view()}, .colours = {.map = "greys"}, .numbers = HeatmapSpec::Numbers::never});
  const auto first = first_row_of_width(picture, map_colour("greys", 1.0), 41);
  const auto second = first_row_of_width(picture, map_colour("greys", 0.0), 41);
  REQUIRE(first.has_value());
  REQUIRE(second.has_value());
  CHECK(*second - *first == 42);
}

TEST_CASE("a hidden cell is hatched, never in the colour of zero", "[render][heatmap]") {
  const Matrix weights = square(3, 0.0F);
  const std::vector<std::uint8_t> all_hidden(9, 1);
  const HeatmapSpec spec{.map = {weights.view(), all_hidden}};
  const Picture picture = draw_heatmap(spec);
  const PageColours& colours = page_colours(Theme::light);
  CHECK(count_of(picture, colours.hidden) > 9 * 41 * 41 / 2);
  CHECK(count_of(picture, colours.hidden_line) > 9 * 41 * 41 / 10);
  CHECK(count_of(picture, map_colour("ink", 0.0)) < 14 * 4);  // the low end of the colour bar alone
}

TEST_CASE("what is not a number has a colour of its own", "[render][heatmap]") {
  Matrix weights = square(2, 0.5F);
  weights(0, 1) = std::nanf("");
  const Picture picture = draw_heatmap({.map = {weights.view()}});
  const Colour colour = page_colours(Theme::light).not_a_number;
  CHECK(count_of(picture, colour) >= 41 * 41);
}

TEST_CASE("labels in any script and of any length stay inside the picture", "[render][heatmap]") {
  const Matrix weights = square(6, 0.2F);
  HeatmapSpec spec{.map = {weights.view()}};
  spec.rows = labels({"Donaudampfschifffahrtsgesellschaftskapitän", "日本国憲法第九条戦争放棄条項",
                      "السلام عليكم ورحمة الله وبركاته", "हिन्दी", "ไทยสวัสดีครับ", "\t\x01"});
  spec.columns = spec.rows;
  spec.caption = {.title = std::string(300, 'M'), .text = std::string(900, 'W')};
  for (const double scale : {0.5, 1.0, 2.0}) {
    spec.page.scale = scale;
    CHECK(has_clear_edge(draw_heatmap(spec), page_colours(Theme::light).paper));
  }
}

TEST_CASE("pictures of 1 to 3000 tokens have a sensible size", "[render][heatmap]") {
  struct Case {
    Index tokens, least, most;
  };
  for (const Case& expected : {Case{1, 150, 400}, Case{20, 700, 1000}, Case{128, 2000, 2600},
                               Case{600, 1200, 1800}, Case{3000, 3000, 3400}}) {
    const Matrix weights = square(expected.tokens, 0.0F);
    std::vector<Label> tokens;
    for (Index token = 0; token < expected.tokens; ++token) tokens.push_back({"token"});
    const Picture picture = draw_heatmap({.map = {weights.view()}, .rows = tokens, .columns = tokens});
    INFO(expected.tokens);
    CHECK(picture.width >= expected.least);
    CHECK(picture.width <= expected.most);
    CHECK(picture.is_indexed());
  }
}

TEST_CASE("a map beyond the longest side is refused", "[render][heatmap]") {
  const Matrix weights(1, 40'000);
  CHECK_THROWS_AS(draw_heatmap({.map = {weights.view()}}), Error);
}

TEST_CASE("crowded labels are thinned in round steps", "[render][heatmap]") {
  std::vector<Label> tokens;
  for (Index token = 0; token < 600; ++token) tokens.push_back({std::to_string(token)});
  const Page page;
  // At 2 pixels a cell, a label every 10 tokens leaves a line of text between them.
  CHECK(AxisLabels(tokens, AxisLabels::Side::left, 2, page).shown_count() == 60);
  CHECK(AxisLabels(tokens, AxisLabels::Side::left, 20, page).shown_count() == 600);
  CHECK(AxisLabels(tokens, AxisLabels::Side::top, 5, page).shown_count() == 120);
}

TEST_CASE("a blank token and an unknown word can be seen", "[render][heatmap]") {
  CHECK(shown_text({" "}) == "␣");
  CHECK(shown_text({""}) == "␣");
  CHECK(shown_text({"blorf", Emphasis::unknown}) == "blorf ?");
  CHECK(shown_text({"##ed"}) == "##ed");
}

TEST_CASE("colour glyphs make a picture without a palette", "[render][heatmap]") {
  const Matrix weights = square(1, 1.0F);
  const Picture plain = draw_heatmap({.map = {weights.view()}, .rows = labels({"party"})});
  CHECK(plain.is_indexed());
  const Picture coloured = draw_heatmap({.map = {weights.view()}, .rows = labels({"🎉"})});
  // Where no colour font is installed, the glyph is drawn in ink.
  CHECK((coloured.is_indexed() ||
         coloured.pixels.size() == static_cast<std::size_t>(3 * coloured.width * coloured.height)));
}

TEST_CASE("a table of numbers makes room for them", "[render][heatmap]") {
  const Matrix values = square(40, 99.9F);
  HeatmapSpec spec{.map = {values.view()}, .numbers = HeatmapSpec::Numbers::never, .decimals = 1};
  const Picture bare = draw_heatmap(spec);
  spec.numbers = HeatmapSpec::Numbers::always;
  CHECK(draw_heatmap(spec).width > bare.width + 40 * 5);
}

TEST_CASE("a range that follows the values is told in words", "[render][heatmap]") {
  const Matrix values = square(2, 0.5F);
  HeatmapSpec spec{.map = {values.view()}};
  const Picture fixed = draw_heatmap(spec);
  spec.colours.range = ColourScale::Range::largest;
  CHECK(draw_heatmap(spec).height > fixed.height + 15);
}

TEST_CASE("marks keep their colours however many values a map shows", "[render][heatmap]") {
  Matrix weights(20, 20);
  for (Index cell = 0; cell < 400; ++cell) weights.data()[cell] = static_cast<float>(cell) / 399.0F;
  HeatmapSpec spec{.map = {weights.view()}};
  spec.marks = {{3, 4, 1, 1, 0}, {6, 6, 2, 2, 1}};
  spec.mark_meanings = {"gold head", "block"};
  const Picture picture = draw_heatmap(spec);
  const PageColours& colours = page_colours(Theme::light);
  CHECK(count_of(picture, colours.accents[0]) > 4 * 2 * 30);
  CHECK(count_of(picture, colours.accents[1]) > 4 * 2 * 60);
}

TEST_CASE("a grid shows every map, blank places and frames", "[render][grid]") {
  const Matrix weights = square(4, 1.0F);
  GridSpec spec{.rows = 2, .cols = 2, .colours = {.map = "viridis"}};
  spec.maps = {{weights.view()}, {}, {weights.view()}, {weights.view()}};
  spec.frames = {{1, 1, "dependency head"}};
  const Picture picture = draw_grid(spec);
  CHECK(count_of(picture, map_colour("viridis", 1.0)) >= 3 * 100 * 100);
  CHECK(count_of(picture, page_colours(Theme::light).hidden) == 100 * 100);
  CHECK(count_of(picture, page_colours(Theme::light).accents[0]) > 4 * 2 * 100);
}

TEST_CASE("a grid of long texts is pooled to the largest weights", "[render][grid]") {
  Matrix weights(1000, 1000);
  weights(500, 500) = 1.0F;
  GridSpec spec{.rows = 1, .cols = 1, .colours = {.map = "viridis"}};
  spec.maps = {{weights.view()}};
  const Picture picture = draw_grid(spec);
  CHECK(picture.width < 500);
  CHECK(count_of(picture, map_colour("viridis", 1.0)) >= 1);
}

}  // namespace attnscope
