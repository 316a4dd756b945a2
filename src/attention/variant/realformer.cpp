// Each layer adds the scores of the layer below to its own.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "realformer",
         .summary = "each layer adds the scores of the layer below",
         .paper = "He et al. 2020, RealFormer: transformer likes residual attention",
         .formula = "S(l) ← S(l) + S(l-1)",
         .cost = "n²d",
         .settings = {{.name = "join",
                       .type = Setting::Type::text,
                       .fallback = "sum",
                       .meaning = "the sum of the layers so far, or their mean for deep models",
                       .choices = {"sum", "mean"}}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.mixers = {"residual-scores:" + settings.to_text()}});
     }}};

}  // namespace
}  // namespace attnscope
