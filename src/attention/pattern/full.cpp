// Every query sees every key.
#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class Full final : public Pattern {
 public:
  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    return mask_by_pair(head, [](Index, Index) { return true; });
  }
  bool is_full() const override { return true; }
  Index allowed_pairs(Index n) const override { return n * n; }
};

const Registered<Pattern> registered{
    {{
         .name = "full",
         .summary = "every query sees every key",
         .paper = "Vaswani et al. 2017, Attention is all you need",
         .formula = "all j",
         .cost = "n²d",
     },
     [](const Settings&) -> std::unique_ptr<const Pattern> { return std::make_unique<Full>(); }}};

}  // namespace
}  // namespace attnscope
