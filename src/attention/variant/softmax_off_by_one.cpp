// Softmax with a silent key of score zero.
#include "attention/variant/by_text.hpp"

namespace attnscope {
namespace {

const Registered<Variant> registered{{{
                                          .name = "softmax-off-by-one",
                                          .summary = "softmax with a silent key of score zero",
                                          .paper = "Miller 2023, Attention is off by one",
                                          .formula = "A = exp(S)/(1+Σ exp(S))",
                                          .cost = "n²d",
                                      },
                                      [](const Settings&) -> std::unique_ptr<const Variant> {
                                        return variant_of({.normaliser = "softmax-one"});
                                      }}};

}  // namespace
}  // namespace attnscope
