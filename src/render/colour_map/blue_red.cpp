// Blue-red: blue below zero, red above, near white at zero.
#include "core/colour_table.hpp"

namespace attnscope {
namespace {

constexpr std::array stops = std::to_array<PerceivedColour>({{.lightness = 0.34, .chroma = 0.13, .hue = 262},
                                                             {.lightness = 0.55, .chroma = 0.15, .hue = 255},
                                                             {.lightness = 0.78, .chroma = 0.09, .hue = 250},
                                                             {.lightness = 0.97, .chroma = 0.003, .hue = 250},
                                                             {.lightness = 0.8, .chroma = 0.1, .hue = 35},
                                                             {.lightness = 0.58, .chroma = 0.17, .hue = 30},
                                                             {.lightness = 0.36, .chroma = 0.12, .hue = 25}});

const Registered<ColourMap> registered{{{.name = "blue-red",
                                         .summary = "blue below zero and red above, near white at zero",
                                         .paper = "this program"},
                                        [](const Settings&) -> std::unique_ptr<const ColourMap> {
                                          return std::make_unique<ColourMap>(colour_table_through(stops),
                                                                             ColourMap::Kind::diverging);
                                        }}};

}  // namespace
}  // namespace attnscope
