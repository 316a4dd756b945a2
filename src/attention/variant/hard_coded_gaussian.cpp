// Each head looks at a fixed offset from the query through a bell; no queries, no keys, no normaliser.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "hard-coded-gaussian",
         .summary = "a bell around a fixed offset from the query",
         .paper = "You, Sun & Iyyer 2020, Hard-coded Gaussian attention for neural machine translation",
         .formula = "A(i, j) = N(j; i+offset, σ²)",
         .cost = "n·σ",
         .settings = {{.name = "offsets",
                       .type = Setting::Type::integers,
                       .fallback = "-1/1",
                       .least = -1e6,
                       .most = 1e6,
                       .unit = "tokens",
                       .meaning = "centres relative to the query; heads take them in turn"},
                      {.name = "sigma",
                       .type = Setting::Type::real,
                       .fallback = "1",
                       .least = 1e-3,
                       .most = 1e6,
                       .unit = "tokens",
                       .meaning = "width σ of the bell"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.similarity = "hard-coded-gaussian:" + settings.to_text(),
                          .priors = {"none"},
                          .normaliser = "exponential"});
     }}};

}  // namespace
}  // namespace attnscope
