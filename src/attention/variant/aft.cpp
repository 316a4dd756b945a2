// A map for each channel of the values, from that channel of the keys and a bias for each pair of positions.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "aft",
         .summary = "a map for each channel, without queries",
         .paper = "Zhai et al. 2021, An attention free transformer",
         .formula = "A(i, j) = exp(k[j, c]+w[i, j])/Σ",
         .cost = "n²d",
         .settings =
             {{.name = "channel",
               .fallback = "0",
               .most = 65536,
               .meaning = "c: the dimension of the head whose map is shown"},
              {.name = "longest",
               .fallback = "512",
               .least = 1,
               .most = 65536,
               .unit = "tokens",
               .meaning = "the longest text"},
              {.name = "rank", .fallback = "128", .least = 1, .most = 4096, .meaning = "rank of the bias"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.similarity = "attention-free:" + settings.to_text(), .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
