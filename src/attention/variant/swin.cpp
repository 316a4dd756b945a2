// Tokens as pixels: square windows, which odd layers shift by half, with cosine scores as in its second
// version.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "swin",
         .summary = "square windows of pixels, shifted in odd layers",
         .paper = "Liu et al. 2022, Swin transformer V2: scaling up capacity and resolution",
         .formula = "i and j in the same window, S = 10·cos(q, k)",
         .cost = "n·side²·d",
         .settings = {{.name = "width",
                       .fallback = "0",
                       .unit = "pixels",
                       .meaning = "of the picture; 0 takes √n, rounded up"},
                      {.name = "side",
                       .fallback = "7",
                       .least = 1,
                       .most = 65536,
                       .unit = "pixels",
                       .meaning = "of a window"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.similarity = "cosine:gain=10",
                          .pattern = "shifted-window:" + settings.to_text(),
                          .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
