// Blocks: the ends see all and are seen by all, the others see their neighbours and a few blocks drawn by
// lot.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "bigbird",
         .summary = "blocks: ends for all, neighbours, and some drawn by lot",
         .paper = "Zaheer et al. 2020, Big Bird: transformers for longer sequences",
         .formula = "blocks: i or j an end, or |i-j| ≤ 1, or j one of r drawn for i",
         .cost = "n·size·(5+r)d",
         .settings = {{.name = "block",
                       .fallback = "64",
                       .least = 1,
                       .unit = "tokens",
                       .meaning = "tokens in a block"},
                      {.name = "drawn",
                       .fallback = "3",
                       .most = 1e6,
                       .unit = "blocks",
                       .meaning = "r: blocks drawn for each block that is not an end"},
                      {.name = "seed", .fallback = "1", .meaning = "another seed draws other blocks"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.pattern = "bigbird:" + settings.to_text(), .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
