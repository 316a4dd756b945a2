// A small indexer looks over the past and picks the keys that all heads see.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "deepseek-sparse",
         .summary = "a small indexer picks the keys that all heads see (DSA)",
         .paper = "DeepSeek-AI 2025, DeepSeek-V3.2: boosting long-context efficiency with sparse attention",
         .formula = "j among the k largest of I(i, ·), I = Σ w·max(q·k, 0)",
         .cost = "n·keep·d",
         .settings =
             {{.name = "keep", .fallback = "2048", .least = 1, .unit = "keys", .meaning = "k: keys seen"},
              {.name = "heads", .fallback = "4", .least = 1, .most = 1024, .meaning = "heads of the indexer"},
              {.name = "size",
               .fallback = "32",
               .least = 1,
               .most = 4096,
               .meaning = "numbers in each of its heads"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.pattern = "indexer:" + settings.to_text(), .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
