// Dot products without a scale, and a learned number for each range of distances.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "t5",
         .summary = "unscaled dot products, and a learned number for each range of distances",
         .paper = "Raffel et al. 2020, Exploring the limits of transfer learning with a unified text-to-text "
                  "transformer",
         .formula = "A = softmax(QKᵀ + B), B = table[bucket(j-i)]",
         .cost = "n²d",
     },
     [](const Settings&) -> std::unique_ptr<const Variant> {
       return variant_of({.similarity = "dot", .priors = {"t5"}, .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
