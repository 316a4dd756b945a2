// Every stride-th key, counted from the query, over the whole text.
//
//   stride 2:  x . x .
//              . x . x
//              x . x .
//              . x . x
#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class Strided final : public Pattern {
 public:
  explicit Strided(Index stride) : stride_(stride) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    return mask_by_pair(head,
                        [stride = stride_](Index query, Index key) { return (query - key) % stride == 0; });
  }
  Index allowed_pairs(Index n) const override {
    const Index whole = n / stride_;
    const Index rest = n % stride_;
    return rest * (whole + 1) * (whole + 1) + (stride_ - rest) * whole * whole;
  }

 private:
  Index stride_;  // tokens
};

const Registered<Pattern> registered{
    {{
         .name = "strided",
         .summary = "every stride-th key over the whole text",
         .paper = "Child et al. 2019, Generating long sequences with sparse transformers",
         .formula = "(i-j) mod stride = 0",
         .cost = "n²d/stride",
         .settings = {{.name = "stride",
                       .fallback = "4",
                       .least = 1,
                       .unit = "tokens",
                       .meaning = "from one key to the next"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<Strided>(settings.integer("stride"));
     }}};

}  // namespace
}  // namespace attnscope
