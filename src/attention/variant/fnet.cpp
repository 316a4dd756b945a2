// A Fourier transform along the text in the place of attention: the same map for every text of one length.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{
    {{
         .name = "fnet",
         .summary = "a Fourier transform in the place of attention",
         .paper = "Lee-Thorp et al. 2022, FNet: mixing tokens with Fourier transforms",
         .formula = "A(i, j) = cos(2πij/n)",
         .cost = "n log n",
     },
     [](const Settings&) -> std::unique_ptr<const Variant> {
       return variant_of({.similarity = "fourier", .priors = {"none"}, .cap = "none", .normaliser = "none"});
     }}};

}  // namespace
}  // namespace attnscope
