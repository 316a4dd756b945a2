// Half content, half a learned table of scores for pairs of positions.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "synthesizer-mixture",
         .summary = "scaled dot product mixed with a learned table of scores",
         .paper = "Tay et al. 2021, Synthesizer: rethinking self-attention for transformer models",
         .formula = "A = softmax(c·QKᵀ/√d + (1-c)·R)",
         .cost = "n²d",
         .settings = {{.name = "longest",
                       .fallback = "512",
                       .least = 1,
                       .most = 8192,
                       .unit = "tokens",
                       .meaning = "rows and columns of the table: the longest text"},
                      {.name = "content",
                       .type = Setting::Type::real,
                       .fallback = "0.5",
                       .most = 1,
                       .meaning = "share c of the scaled dot product"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.similarity = "synthesizer-random:" + settings.to_text(), .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
