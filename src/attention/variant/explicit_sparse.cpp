// Each query keeps its best keys, and softmax is over those.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "explicit-sparse",
         .summary = "softmax over the k best keys of each query",
         .paper = "Zhao et al. 2019, Explicit sparse transformer: concentrated attention through explicit "
                  "selection",
         .formula = "A = softmax(S where among the k largest)",
         .cost = "n²d",
         .settings =
             {{.name = "keys", .fallback = "8", .least = 1, .unit = "keys", .meaning = "k: keys kept"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.pattern = "top-k:" + settings.to_text(), .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
