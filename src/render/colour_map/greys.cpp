// Greys: white to black, for print.
#include "core/colour_table.hpp"

namespace attnscope {
namespace {

constexpr std::array stops = std::to_array<PerceivedColour>(
    {{.lightness = 0.98, .chroma = 0, .hue = 0}, {.lightness = 0.15, .chroma = 0, .hue = 0}});

const Registered<ColourMap> registered{
    {{.name = "greys", .summary = "white to black, for print", .paper = "this program"},
     [](const Settings&) -> std::unique_ptr<const ColourMap> {
       return std::make_unique<ColourMap>(colour_table_through(stops), ColourMap::Kind::sequential);
     }}};

}  // namespace
}  // namespace attnscope
