// A learned map of two layers in the place of attention, shown without the bend between them.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "mlp-mixer",
         .summary = "two learned layers over positions in the place of attention",
         .paper = "Tolstikhin et al. 2021, MLP-Mixer: an all-MLP architecture for vision",
         .formula = "A = W1·W2ᵀ, parameters synthesizer.R1, .R2",
         .cost = "n²",
         .settings = {{.name = "longest",
                       .fallback = "512",
                       .least = 1,
                       .most = 65536,
                       .unit = "tokens",
                       .meaning = "rows of both layers: the longest text"},
                      {.name = "rank",
                       .fallback = "256",
                       .least = 1,
                       .most = 4096,
                       .meaning = "units between the layers"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.similarity = "synthesizer-factorised:" + settings.to_text(),
                          .priors = {"none"},
                          .cap = "none",
                          .normaliser = "none"});
     }}};

}  // namespace
}  // namespace attnscope
