// The own block so far, and the last keys of every block before, which sum it up.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "sparse-transformer-fixed",
         .summary = "the own block, and the last keys of every block before",
         .paper = "Child et al. 2019, Generating long sequences with sparse transformers",
         .formula = "j ≤ i, and ⌊i/stride⌋ = ⌊j/stride⌋ or j mod stride ≥ stride-summaries",
         .cost = "n√n·d",
         .settings =
             {{.name = "stride",
               .fallback = "0",
               .unit = "tokens",
               .meaning = "0 takes √n, rounded up; the paper has 128"},
              {.name = "summaries",
               .fallback = "1",
               .least = 1,
               .unit = "tokens",
               .meaning = "last keys of each block that all later queries see; the paper has 8 to 32"},
              {.name = "heads",
               .type = Setting::Type::text,
               .fallback = "merged",
               .meaning = "every head sees both kinds, or even heads the block and odd heads the summaries",
               .choices = {"merged", "split"}}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.pattern = "sparse-fixed:" + settings.to_text(), .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
