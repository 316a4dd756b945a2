// Two kinds of keys: the most recent ones, and every stride-th before them. Two steps reach everything
// before.
//
//   stride 3:  x . . . . .
//              x x . . . .
//              x x x . . .
//              x x x x . .
//              . x x x x .
//              . . x x x x
#include <algorithm>

#include "attention/by_pair.hpp"
#include "attention/pattern/root_length.hpp"

namespace attnscope {
namespace {

class SparseStrided final : public Pattern {
 public:
  SparseStrided(Index stride, bool splits_heads) : stride_(stride), splits_heads_(splits_heads) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    const bool sees_recent = !splits_heads_ || head.index % 2 == 0;
    const bool sees_far = !splits_heads_ || head.index % 2 == 1;
    return mask_by_pair(
        [stride = or_root(stride_, head.keys()), sees_recent, sees_far](Index query, Index key) {
          const Index distance = query - key;
          return distance >= 0 &&
                 ((sees_recent && distance < stride) || (sees_far && distance % stride == 0));
        },
        [keys = head.keys()](Index query) {
          return KeyRange{0, std::min(query + 1, keys)};
        });
  }
  bool is_causal() const override { return true; }
  Index allowed_pairs(Index n) const override {
    if (splits_heads_) return -1;
    const Index stride = or_root(stride_, n);
    Index count = 0;
    for (Index query = 0; query < n; ++query) count += std::min(query + 1, stride) + query / stride;
    return count;
  }

 private:
  Index stride_;  // tokens
  bool splits_heads_;
};

const Registered<Pattern> registered{
    {{
         .name = "sparse-strided",
         .summary = "the most recent keys, and every stride-th before them",
         .paper = "Child et al. 2019, Generating long sequences with sparse transformers",
         .formula = "j ≤ i, and i-j < stride or (i-j) mod stride = 0",
         .cost = "n√n·d",
         .settings =
             {{.name = "stride", .fallback = "0", .unit = "tokens", .meaning = "0 takes √n, rounded up"},
              {.name = "heads",
               .type = Setting::Type::text,
               .fallback = "merged",
               .meaning = "every head sees both kinds, or even heads the recent and odd heads the far ones",
               .choices = {"merged", "split"}}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<SparseStrided>(settings.integer("stride"), settings.text("heads") == "split");
     }}};

}  // namespace
}  // namespace attnscope
