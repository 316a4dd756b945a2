// Attention along given edges only; the paper trains a network to choose them.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "sac",
         .summary = "attention along given edges",
         .paper = "Li et al. 2020, SAC: accelerating and structuring self-attention via sparse adaptive "
                  "connection",
         .formula = "A = softmax(S where (i, j) is an edge)",
         .cost = "edges·d",
         .settings = {{.name = "pairs",
                       .type = Setting::Type::integers,
                       .fallback = "0/1",
                       .meaning = "query/key/query/key/… of the edges, from 0"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.pattern = "edges:" + settings.to_text(), .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
