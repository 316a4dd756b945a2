// Each head has learned how far back to look; its window ends softly.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "adaptive-span",
         .summary = "a soft window of learned width for each head",
         .paper = "Sukhbaatar et al. 2019, Adaptive attention span in transformers",
         .formula = "A ∝ exp(S)·clamp((R+z-(i-j))/R, 0, 1), j ≤ i",
         .cost = "n·span·d",
         .settings = {{.name = "spans",
                       .type = Setting::Type::integers,
                       .fallback = "2/8/32/128",
                       .most = 1e9,
                       .unit = "tokens",
                       .meaning = "span z; heads take them in turn"},
                      {.name = "ramp",
                       .type = Setting::Type::real,
                       .fallback = "32",
                       .least = 1e-3,
                       .most = 1e9,
                       .unit = "tokens",
                       .meaning = "R: how softly the window ends"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of(
           {.priors = {"adaptive-span:" + settings.to_text()}, .pattern = "causal", .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
