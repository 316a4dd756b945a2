// A learned map over positions in the place of attention, without any normaliser.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "gmlp",
         .summary = "a learned map over positions in the place of attention",
         .paper = "Liu et al. 2021, Pay attention to MLPs",
         .formula = "A = W, the parameter synthesizer.R",
         .cost = "n²",
         .settings = {{.name = "longest",
                       .fallback = "512",
                       .least = 1,
                       .most = 8192,
                       .unit = "tokens",
                       .meaning = "rows and columns of the map: the longest text"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.similarity = "synthesizer-random:" + settings.to_text(),
                          .priors = {"none"},
                          .cap = "none",
                          .normaliser = "none"});
     }}};

}  // namespace
}  // namespace attnscope
