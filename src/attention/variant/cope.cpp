// Positions are counted by content: how many gates open between a key and the query.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "cope",
         .summary = "positions counted by content",
         .paper = "Golovneva et al. 2024, Contextual position encoding: learning to count what's important",
         .formula = "S(i, j) ← S(i, j) + q·e[Σ σ(S(i, l))]",
         .cost = "n²d",
         .settings = {{.name = "positions",
                       .fallback = "64",
                       .least = 1,
                       .most = 65536,
                       .meaning = "largest count told apart, plus one"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.mixers = {"contextual-positions:" + settings.to_text()},
                          .pattern = "causal",
                          .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
