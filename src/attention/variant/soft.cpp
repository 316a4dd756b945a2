// A Gaussian kernel of query and key, without any normaliser.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "soft",
         .summary = "a Gaussian kernel without normaliser",
         .paper = "Lu et al. 2021, SOFT: softmax-free transformer with linear complexity",
         .formula = "A = exp(-‖q-k‖²/2σ²)",
         .cost = "n²d",
         .settings = {{.name = "sigma",
                       .type = Setting::Type::real,
                       .fallback = "0",
                       .most = 1e6,
                       .meaning = "width σ; 0 takes the fourth root of the head size"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.encoding = "shared-qk",
                          .similarity = "gaussian:" + settings.to_text(),
                          .normaliser = "exponential"});
     }}};

}  // namespace
}  // namespace attnscope
