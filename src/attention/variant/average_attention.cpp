// Each token sees the mean of everything so far.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "average-attention",
         .summary = "each token sees the mean of everything so far (AAN)",
         .paper = "Zhang, Xiong & Su 2018, Accelerating neural transformer via an average attention network",
         .formula = "A(i, j) = 1/(i+1), j ≤ i",
         .cost = "n",
     },
     [](const Settings&) -> std::unique_ptr<const Variant> {
       return variant_of(
           {.similarity = "uniform", .priors = {"none"}, .pattern = "causal", .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
