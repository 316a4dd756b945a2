// What holds for every kind of picture, by its registered example.
#include <algorithm>

#include "render/figure.hpp"
#include "render/heatmap.hpp"
#include "render/png.hpp"
#include "render/theme.hpp"
#include "support/catch.hpp"

namespace attnscope {
namespace {

/// Whether nothing is drawn within `margin` pixels of the edge: then nothing is cut off by it.
bool has_clear_margin(const Picture& picture, Colour paper, Index margin) {
  for (Index y = 0; y < picture.height; ++y) {
    for (Index x = 0; x < picture.width; ++x) {
      const bool is_inside =
          x >= margin && x < picture.width - margin && y >= margin && y < picture.height - margin;
      if (!is_inside && picture.at(x, y) != paper) return false;
    }
  }
  return true;
}

std::vector<std::string_view> figure_names() {
  std::vector<std::string_view> names;
  for (const auto& entry : Registry<Figure>::instance().entries()) names.push_back(entry.name);
  return names;
}

}  // namespace

TEST_CASE("every kind of picture has an example that is drawn whole, on both pages and at two scales",
          "[render][figure]") {
  for (const std::string_view name : figure_names()) {
    for (const Theme theme : {Theme::light, Theme::dark}) {
      for (const double scale : {1.0, 2.0}) {
        INFO(name << ", theme " << static_cast<int>(theme) << ", scale " << scale);
        const Picture picture =
            Registry<Figure>::instance().make(name)->example({.theme = theme, .scale = scale});
        CHECK(picture.width > 60);
        CHECK(picture.height > 60);
        CHECK(has_clear_margin(picture, page_colours(theme).paper, 8));
        const auto part = static_cast<std::size_t>(picture.is_indexed() ? 1 : 3);
        CHECK(picture.pixels.size() == static_cast<std::size_t>(picture.width * picture.height) * part);
      }
    }
  }
}

TEST_CASE("the same figure gives the same bytes twice", "[render][figure]") {
  for (const std::string_view name : figure_names()) {
    INFO(name);
    const auto figure = Registry<Figure>::instance().make(name);
    CHECK(encode_png(figure->example({})) == encode_png(figure->example({})));
  }
}

TEST_CASE("a figure at scale 2 is about twice as wide and high", "[render][figure]") {
  for (const std::string_view name : figure_names()) {
    INFO(name);
    const auto figure = Registry<Figure>::instance().make(name);
    const Picture one = figure->example({});
    const Picture two = figure->example({.scale = 2.0});
    CHECK(static_cast<double>(two.width) == Approx(2.0 * static_cast<double>(one.width)).epsilon(0.05));
    CHECK(static_cast<double>(two.height) == Approx(2.0 * static_cast<double>(one.height)).epsilon(0.05));
  }
}

TEST_CASE("the inks of both pages can be read on their paper", "[render][figure]") {
  const auto contrast = [](Colour one, Colour other) {
    const double light = std::max(luminance(one), luminance(other));
    const double dark = std::min(luminance(one), luminance(other));
    return (light + 0.05) / (dark + 0.05);
  };
  for (const Theme theme : {Theme::light, Theme::dark}) {
    const PageColours& colours = page_colours(theme);
    CHECK(contrast(colours.ink, colours.paper) > 12.0);
    CHECK(contrast(colours.secondary, colours.paper) > 4.5);
    for (const Colour accent : colours.accents) CHECK(contrast(accent, colours.paper) > 2.2);
  }
}

}  // namespace attnscope
