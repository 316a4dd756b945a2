// All heads share one key: the mean of their keys.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "multi-query",
         .summary = "all heads share one key",
         .paper = "Shazeer 2019, Fast transformer decoding: one write-head is all you need",
         .formula = "k[h] ← mean of k over all heads",
         .cost = "n²d; the cache shrinks to 1/H",
     },
     [](const Settings&) -> std::unique_ptr<const Variant> {
       return variant_of({.encoding = "grouped-keys:groups=1"});
     }}};

}  // namespace
}  // namespace attnscope
