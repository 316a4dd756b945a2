// A relay token joins all; the others stand in a ring and see only their two neighbours beside it.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "star-transformer",
         .summary = "a relay token for all, the others in a ring",
         .paper = "Guo et al. 2019, Star-transformer",
         .formula = "i or j the relay, or neighbours in the ring",
         .cost = "nd",
         .settings = {{.name = "relay", .fallback = "0", .meaning = "position of the relay token"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.pattern = "star:relay=" + settings.text("relay"), .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
