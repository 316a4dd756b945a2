// The attention of the first transformer: every pair, scaled dot product, softmax.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{{{
                                          .name = "transformer",
                                          .summary = "every pair by scaled dot product and softmax",
                                          .paper = "Vaswani et al. 2017, Attention is all you need",
                                          .formula = "A = softmax(QKᵀ/√d)",
                                          .cost = "n²d",
                                      },
                                      [](const Settings&) -> std::unique_ptr<const Variant> {
                                        return variant_of({.similarity = "scaled-dot",
                                                           .mixers = {"none"},
                                                           .priors = {"none"},
                                                           .cap = "none",
                                                           .pattern = "full",
                                                           .normaliser = "softmax"});
                                      }}};

}  // namespace
}  // namespace attnscope
