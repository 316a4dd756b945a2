// The first layer of each group computes its map, the others reuse it.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "lazyformer",
         .summary = "groups of layers share one map",
         .paper = "Ying et al. 2021, LazyFormer: self attention with lazy update",
         .formula = "A(l) = A(l-1) unless l mod group = 0",
         .cost = "n²d/group",
         .settings = {{.name = "group",
                       .fallback = "2",
                       .least = 1,
                       .most = 1e6,
                       .unit = "layers",
                       .meaning = "layers that share a map"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.mixers = {"lazy:" + settings.to_text()}});
     }}};

}  // namespace
}  // namespace attnscope
