// A convolution along the text in the place of attention: a kernel that each token chooses from itself.
#include <algorithm>

#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "dynamicconv",
         .summary = "a convolution in the place of attention: a kernel that each token chooses from itself",
         .paper = "Wu et al. 2019, Pay less attention with lightweight and dynamic convolutions",
         .formula = "A(i, i-left+t) = softmax(W·x)[t]",
         .cost = "n·taps·d",
         .settings = {{.name = "taps",
                       .fallback = "7",
                       .least = 1,
                       .most = 65536,
                       .unit = "tokens",
                       .meaning = "kernel size"},
                      {.name = "left",
                       .fallback = "3",
                       .most = 65535,
                       .unit = "tokens",
                       .meaning = "taps before the query; all but one of them make it causal"},
                      {.name = "edges",
                       .type = Setting::Type::text,
                       .fallback = "lost",
                       .meaning = "taps that fall off the text are lost, or shared by the others",
                       .choices = {"lost", "shared"}}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Variant> {
       const std::string taps = "taps=" + settings.text("taps") + ",left=" + settings.text("left");
       const std::string right =
           std::to_string(std::max<Index>(0, settings.integer("taps") - 1 - settings.integer("left")));
       const bool loses = settings.text("edges") == "lost";
       return variant_of({.similarity = "dynamic-convolution:" + taps,
                          .priors = {"none"},
                          .cap = "none",
                          .pattern = "band:left=" + settings.text("left") + ",right=" + right,
                          .normaliser = loses ? "exponential" : "softmax"});
     }}};

}  // namespace
}  // namespace attnscope
