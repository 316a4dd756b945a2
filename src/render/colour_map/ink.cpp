// Ink: pale blue to deep indigo, for paper: what is near zero stays near the page.
#include "core/colour_table.hpp"

namespace attnscope {
namespace {

constexpr std::array stops =
    std::to_array<PerceivedColour>({{.lightness = 0.975, .chroma = 0.006, .hue = 240},
                                    {.lightness = 0.87, .chroma = 0.06, .hue = 215},
                                    {.lightness = 0.74, .chroma = 0.105, .hue = 225},
                                    {.lightness = 0.6, .chroma = 0.13, .hue = 245},
                                    {.lightness = 0.45, .chroma = 0.15, .hue = 265},
                                    {.lightness = 0.31, .chroma = 0.13, .hue = 280},
                                    {.lightness = 0.21, .chroma = 0.07, .hue = 285}});

const Registered<ColourMap> registered{
    {{.name = "ink",
      .summary = "pale blue to deep indigo, even steps of lightness, for a light page",
      .paper = "this program"},
     [](const Settings&) -> std::unique_ptr<const ColourMap> {
       return std::make_unique<ColourMap>(colour_table_through(stops), ColourMap::Kind::sequential);
     }}};

}  // namespace
}  // namespace attnscope
