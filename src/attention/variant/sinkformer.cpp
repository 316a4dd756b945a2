// Rows and columns both sum to one: every key receives as much as every query gives.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "sinkformer",
         .summary = "rows and columns both sum to one",
         .paper = "Sander et al. 2022, Sinkformers: transformers with doubly stochastic attention",
         .formula = "rows, columns, rows, … divided by their sums",
         .cost = "n²·rounds",
         .settings = {{.name = "rounds",
                       .fallback = "20",
                       .least = 1,
                       .most = 10000,
                       .meaning = "times that the rows are divided; 1 is softmax"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.normaliser = "sinkhorn:" + settings.to_text()});
     }}};

}  // namespace
}  // namespace attnscope
