// What a streaming cache keeps: the first tokens as sinks and the most recent ones. With rotary positions
// the paper counts places in the cache; here tokens keep their places in the text.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "streaming-llm",
         .summary = "the first tokens as sinks, and the most recent ones",
         .paper = "Xiao et al. 2024, Efficient streaming language models with attention sinks",
         .formula = "j ≤ i, and j < sinks or i-j < recent",
         .cost = "n(sinks+recent)d",
         .settings = {{.name = "sinks",
                       .fallback = "4",
                       .most = 1e6,
                       .unit = "tokens",
                       .meaning = "first tokens that are always seen"},
                      {.name = "recent",
                       .fallback = "512",
                       .least = 1,
                       .unit = "tokens",
                       .meaning = "keys seen before the query, its own among them"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.pattern = "streaming:" + settings.to_text(), .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
