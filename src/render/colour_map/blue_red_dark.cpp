// Blue-red on a dark page: blue below zero, red above, near black at zero.
#include "core/colour_table.hpp"

namespace attnscope {
namespace {

constexpr std::array stops = std::to_array<PerceivedColour>({{.lightness = 0.86, .chroma = 0.09, .hue = 235},
                                                             {.lightness = 0.68, .chroma = 0.14, .hue = 245},
                                                             {.lightness = 0.46, .chroma = 0.13, .hue = 255},
                                                             {.lightness = 0.22, .chroma = 0.008, .hue = 260},
                                                             {.lightness = 0.44, .chroma = 0.13, .hue = 25},
                                                             {.lightness = 0.66, .chroma = 0.18, .hue = 35},
                                                             {.lightness = 0.86, .chroma = 0.11, .hue = 65}});

const Registered<ColourMap> registered{
    {{.name = "blue-red-dark",
      .summary = "blue below zero and red above, near black at zero, for a dark page",
      .paper = "this program"},
     [](const Settings&) -> std::unique_ptr<const ColourMap> {
       return std::make_unique<ColourMap>(colour_table_through(stops), ColourMap::Kind::diverging);
     }}};

}  // namespace
}  // namespace attnscope
