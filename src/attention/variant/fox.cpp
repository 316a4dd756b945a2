// The forgetting transformer: each token decides how much of what came before to forget.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "fox",
         .summary = "each token decides how much of the past to forget",
         .paper = "Lin et al. 2025, Forgetting transformer: softmax attention with a forget gate",
         .formula = "A = softmax(QKᵀ/√d + Σ ln f), j ≤ i",
         .cost = "n²d",
         .settings = {{.name = "bias",
                       .type = Setting::Type::real,
                       .fallback = "2",
                       .least = -100,
                       .most = 100,
                       .meaning = "large values forget little"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of(
           {.priors = {"forgetting:" + settings.to_text()}, .pattern = "causal", .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
