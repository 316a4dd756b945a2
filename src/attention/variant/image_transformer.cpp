// Raster order: a pixel sees its own block so far, and a flange of pixels before it.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "image-transformer",
         .summary = "a pixel sees its block so far and a flange before it",
         .paper = "Parmar et al. 2018, Image transformer",
         .formula = "j ≤ i, b-flange ≤ j < b+size",
         .cost = "n(size+flange)d",
         .settings = {{.name = "size",
                       .fallback = "256",
                       .least = 1,
                       .unit = "pixels",
                       .meaning = "pixels in a block"},
                      {.name = "flange",
                       .fallback = "256",
                       .unit = "pixels",
                       .meaning = "pixels seen before the block"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.pattern = "causal^image-block:" + settings.to_text(), .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
