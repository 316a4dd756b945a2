// Words meet words and places meet places, with a learned number for each range of distances.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "tupe",
         .summary = "words meet words, places meet places, and a number for the distance",
         .paper = "Ke, He & Liu 2021, Rethinking positional encoding in language pre-training",
         .formula = "A = softmax((q·k + p·r)/√2d + B)",
         .cost = "2n²d",
     },
     [](const Settings&) -> std::unique_ptr<const Variant> {
       return variant_of({.similarity = "tupe", .priors = {"t5"}, .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
