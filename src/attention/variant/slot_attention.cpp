// Queries compete for each key, as slots do for pixels.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "slot-attention",
         .summary = "queries compete for each key",
         .paper = "Locatello et al. 2020, Object-centric learning with slot attention",
         .formula = "u = exp(z)/Σᵢ exp(z), A = u/Σⱼ u",
         .cost = "n²d",
     },
     [](const Settings&) -> std::unique_ptr<const Variant> {
       return variant_of({.normaliser = "inverted"});
     }}};

}  // namespace
}  // namespace attnscope
