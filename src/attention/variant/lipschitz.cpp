// Squared distances with one projection for queries and keys: a map whose steepness is bounded.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "lipschitz",
         .summary = "squared distances with queries as keys",
         .paper = "Kim, Papamakarios & Mnih 2021, The Lipschitz constant of self-attention",
         .formula = "A = softmax(-‖q-q'‖²/√d)",
         .cost = "n²d",
     },
     [](const Settings&) -> std::unique_ptr<const Variant> {
       return variant_of({.encoding = "shared-qk", .similarity = "l2", .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
