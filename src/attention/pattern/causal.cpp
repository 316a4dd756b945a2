// A query sees itself and what came before.
//
//   x . . .
//   x x . .
//   x x x .
//   x x x x
#include <algorithm>

#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class Causal final : public Pattern {
 public:
  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    return mask_by_pair([](Index query, Index key) { return key <= query; },
                        [keys = head.keys()](Index query) {
                          return KeyRange{0, std::min(query + 1, keys)};
                        });
  }
  bool is_causal() const override { return true; }
  Index allowed_pairs(Index n) const override { return n * (n + 1) / 2; }
};

const Registered<Pattern> registered{
    {{
         .name = "causal",
         .summary = "a query sees itself and what came before",
         .paper = "Vaswani et al. 2017, Attention is all you need",
         .formula = "j ≤ i",
         .cost = "n²d/2",
     },
     [](const Settings&) -> std::unique_ptr<const Pattern> { return std::make_unique<Causal>(); }}};

}  // namespace
}  // namespace attnscope
