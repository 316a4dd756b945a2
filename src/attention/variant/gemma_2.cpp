// Even layers see a sliding window, odd layers the whole past; scores are bent softly below 50.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "gemma-2",
         .summary = "layers in turn local and global, scores capped",
         .paper = "Gemma Team 2024, Gemma 2: improving open language models at a practical size",
         .formula = "S ← 50·tanh(S/50), 0 ≤ i-j < width in even layers",
         .cost = "n·width·d or n²d/2 by layer",
         .settings = {{.name = "width",
                       .fallback = "4096",
                       .least = 1,
                       .unit = "tokens",
                       .meaning = "keys seen by the local layers"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.cap = "tanh:limit=50",
                          .pattern = "alternating:period=2,full=1,width=" + settings.text("width"),
                          .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
