// The most recent keys and every stride-th before them: two steps reach everything before.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "sparse-transformer-strided",
         .summary = "the most recent keys, and every stride-th before them",
         .paper = "Child et al. 2019, Generating long sequences with sparse transformers",
         .formula = "j ≤ i, and i-j < stride or (i-j) mod stride = 0",
         .cost = "n√n·d",
         .settings = {{.name = "stride",
                       .fallback = "0",
                       .unit = "tokens",
                       .meaning = "0 takes √n, rounded up; the paper has 128"},
                      {.name = "heads",
                       .type = Setting::Type::text,
                       .fallback = "merged",
                       .meaning =
                           "every head sees both kinds, or even heads the recent and odd heads the far ones",
                       .choices = {"merged", "split"}}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.pattern = "sparse-strided:" + settings.to_text(), .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
