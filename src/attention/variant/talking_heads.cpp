// Heads exchange scores before the softmax and weights after it.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "talking-heads",
         .summary = "heads exchange scores and weights",
         .paper = "Shazeer et al. 2020, Talking-heads attention",
         .formula = "A = softmax(S·P)·Pw over heads",
         .cost = "n²d + n²H",
         .settings = {{.name = "share",
                       .type = Setting::Type::real,
                       .fallback = "0.25",
                       .most = 1,
                       .meaning = "without P: what each head takes from the mean of all; 0 is no talk"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of(
           {.mixers = {"talking-scores:" + settings.to_text(), "talking-weights:" + settings.to_text()}});
     }}};

}  // namespace
}  // namespace attnscope
