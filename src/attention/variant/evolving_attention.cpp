// Scores are mixed with those of the layer below, then in part convolved over neighbouring pairs.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "evolving-attention",
         .summary = "scores evolve from layer to layer through a convolution",
         .paper = "Wang et al. 2021, Evolving attention with residual convolutions",
         .formula = "I = (1-β)S(l) + βS(l-1), S(l) ← α·max(conv(I), 0) + (1-α)I",
         .cost = "n²d + 9H²n²",
         .settings = {{.name = "alpha",
                       .type = Setting::Type::real,
                       .fallback = "0.3",
                       .most = 1,
                       .meaning = "α: share of the convolved scores"},
                      {.name = "beta",
                       .type = Setting::Type::real,
                       .fallback = "0.5",
                       .most = 1,
                       .meaning = "β: share of the layer below"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.mixers = {"evolving:" + settings.to_text()}});
     }}};

}  // namespace
}  // namespace attnscope
