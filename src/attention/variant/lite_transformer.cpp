// Two branches: half of the heads attend to everything, half are dynamic convolutions near the query.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "lite-transformer",
         .summary = "half of the heads attend, half are dynamic convolutions",
         .paper = "Wu et al. 2020, Lite transformer with long-short range attention",
         .formula = "heads below H/2: softmax(QKᵀ/√d); others: softmax(W·x)[j-i+left]",
         .cost = "n²d/2",
         .settings = {{.name = "taps",
                       .fallback = "7",
                       .least = 1,
                       .most = 65536,
                       .unit = "tokens",
                       .meaning = "kernel size"},
                      {.name = "left",
                       .fallback = "3",
                       .most = 65535,
                       .unit = "tokens",
                       .meaning = "taps before the query"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.similarity = "lite:" + settings.to_text(), .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
