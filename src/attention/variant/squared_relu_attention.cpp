// Unscaled dot products over the number of keys, those below zero cut, squared: the attention of the gated
// unit.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{{{
                                          .name = "squared-relu-attention",
                                          .summary = "squared positive dot products (GAU, FLASH)",
                                          .paper = "Hua et al. 2022, Transformer quality in linear time",
                                          .formula = "A = max(QKᵀ/n, 0)²",
                                          .cost = "n²d",
                                      },
                                      [](const Settings&) -> std::unique_ptr<const Variant> {
                                        return variant_of(
                                            {.similarity = "dot", .normaliser = "squared-relu"});
                                      }}};

}  // namespace
}  // namespace attnscope
