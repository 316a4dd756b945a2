// Tokens as pixels: a query sees the square of pixels around it, pushed inwards at the edges.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "natten",
         .summary = "a query sees the square of pixels around it",
         .paper = "Hassani et al. 2023, Neighborhood attention transformer",
         .formula = "row and column of j among the `side` nearest to those of i",
         .cost = "n·side²·d",
         .settings = {{.name = "width",
                       .fallback = "0",
                       .unit = "pixels",
                       .meaning = "of the picture; 0 takes √n, rounded up"},
                      {.name = "side",
                       .fallback = "7",
                       .least = 1,
                       .most = 65536,
                       .unit = "pixels",
                       .meaning = "of the square"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       return variant_of({.pattern = "neighbourhood:" + settings.to_text(), .normaliser = "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
