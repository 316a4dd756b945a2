// Extended transformer construction: the first tokens are a global memory for all, the others see their
// neighbours.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "etc",
         .summary = "the first tokens as a global memory, the others see a band",
         .paper = "Ainslie et al. 2020, ETC: encoding long and structured inputs in transformers",
         .formula = "i < g, or j < g, or |i-j| ≤ radius",
         .cost = "n(2·radius+g)d",
         .settings = {{.name = "radius",
                       .fallback = "84",
                       .most = 1e6,
                       .unit = "tokens",
                       .meaning = "reach of the band to both sides"},
                      {.name = "globals",
                       .fallback = "1",
                       .least = 1,
                       .most = 4096,
                       .unit = "tokens",
                       .meaning = "g: first tokens that are global"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       std::string tokens = "0";
       for (Index token = 1; token < settings.integer("globals"); ++token)
         tokens += "/" + std::to_string(token);
       return variant_of({.pattern = "band:radius=" + settings.text("radius") + "+global:tokens=" + tokens,
                          .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
