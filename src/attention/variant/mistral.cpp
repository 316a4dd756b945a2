// A sliding window in every layer.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "mistral",
         .summary = "a sliding window in every layer",
         .paper = "Jiang et al. 2023, Mistral 7B",
         .formula = "0 ≤ i-j < width",
         .cost = "n·width·d",
         .settings = {{.name = "width",
                       .fallback = "4096",
                       .least = 1,
                       .unit = "tokens",
                       .meaning = "keys seen, the own among them"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.pattern = "sliding-window:" + settings.to_text(), .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
