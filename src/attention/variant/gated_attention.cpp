// Each query says how much of the head it wants; a sink is no longer needed.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "gated-attention",
         .summary = "each query says how much of the head it wants",
         .paper = "Qiu et al. 2025, Gated attention for large language models",
         .formula = "A(i, ·) = σ(w·x)·softmax(S(i, ·))",
         .cost = "n²d",
         .settings = {{.name = "bias",
                       .type = Setting::Type::real,
                       .fallback = "0",
                       .least = -1000,
                       .most = 1000,
                       .meaning = "large values leave the gate open"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.mixers = {"gate:" + settings.to_text()}});
     }}};

}  // namespace
}  // namespace attnscope
