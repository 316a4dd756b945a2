// Blocks on the diagonal, bent by a task embedding, are added to the scores of all heads.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "ca-mtl",
         .summary = "blocks on the diagonal bent by a task embedding",
         .paper = "Pilault, Elhattami & Pal 2021, Conditionally adaptive multi-task learning",
         .formula = "A = softmax(S + blockdiag(A(1+γ)+β))",
         .cost = "n²d",
         .settings = {{.name = "size",
                       .fallback = "16",
                       .least = 1,
                       .most = 8192,
                       .unit = "tokens",
                       .meaning = "rows of a block"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.priors = {"task-blocks:" + settings.to_text()}});
     }}};

}  // namespace
}  // namespace attnscope
