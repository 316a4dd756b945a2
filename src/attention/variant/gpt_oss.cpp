// Even layers see a short sliding window, odd layers the whole past, and every head has a learned sink.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "gpt-oss",
         .summary = "layers in turn local and global, a learned sink in every head",
         .paper = "OpenAI 2025, gpt-oss model card",
         .formula = "A = exp(S)/(exp(s)+Σ exp(S)), 0 ≤ i-j < width in even layers",
         .cost = "n·width·d or n²d/2 by layer",
         .settings = {{.name = "width",
                       .fallback = "128",
                       .least = 1,
                       .unit = "tokens",
                       .meaning = "keys seen by the local layers"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of(
           {.pattern = "alternating:period=2,full=1,width=" + settings.text("width"), .normaliser = "sink"});
     }}};

}  // namespace
}  // namespace attnscope
