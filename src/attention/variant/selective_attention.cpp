// Tokens tell later ones which keys are no longer needed.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "selective-attention",
         .summary = "tokens tell later ones which keys to forget",
         .paper = "Leviathan, Kalman & Matias 2024, Selective attention improves transformer",
         .formula = "S(i, j) ← S(i, j) - Σ max(S0(l, j), 0), j < l < i",
         .cost = "n²d",
     },
     [](const Settings&) -> std::unique_ptr<const Variant> {
       return variant_of({.mixers = {"selective"}, .pattern = "causal", .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
