// Five local layers to each global one; queries and keys are normalised instead of the scores being capped.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "gemma-3",
         .summary = "five local layers to each global one, normalised queries and keys",
         .paper = "Gemma Team 2025, Gemma 3 technical report",
         .formula = "0 ≤ i-j < width but in each sixth layer",
         .cost = "n·width·d or n²d/2 by layer",
         .settings = {{.name = "width",
                       .fallback = "1024",
                       .least = 1,
                       .unit = "tokens",
                       .meaning = "keys seen by the local layers"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.cap = "none",
                          .pattern = "alternating:period=6,full=5,width=" + settings.text("width"),
                          .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
