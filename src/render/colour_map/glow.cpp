// Glow: dark slate to pale yellow, for a dark page: what is near zero stays near the page.
#include "core/colour_table.hpp"

namespace attnscope {
namespace {

constexpr std::array stops =
    std::to_array<PerceivedColour>({{.lightness = 0.235, .chroma = 0.012, .hue = 262},
                                    {.lightness = 0.33, .chroma = 0.085, .hue = 272},
                                    {.lightness = 0.45, .chroma = 0.125, .hue = 258},
                                    {.lightness = 0.57, .chroma = 0.11, .hue = 236},
                                    {.lightness = 0.70, .chroma = 0.105, .hue = 205},
                                    {.lightness = 0.83, .chroma = 0.115, .hue = 165},
                                    {.lightness = 0.95, .chroma = 0.1, .hue = 110}});

const Registered<ColourMap> registered{
    {{.name = "glow",
      .summary = "dark slate through blue and teal to pale yellow, even steps of lightness, for a dark page",
      .paper = "this program"},
     [](const Settings&) -> std::unique_ptr<const ColourMap> {
       return std::make_unique<ColourMap>(colour_table_through(stops), ColourMap::Kind::sequential);
     }}};

}  // namespace
}  // namespace attnscope
