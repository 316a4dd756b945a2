// The keys of the query's own block, and the last ones of every block before, which sum it up.
//
//   stride 3, summaries 1:  x . . . . .
//                           x x . . . .
//                           x x x . . .
//                           . . x x . .
//                           . . x x x .
//                           . . x x x x
#include <algorithm>

#include "attention/by_pair.hpp"
#include "attention/pattern/root_length.hpp"

namespace attnscope {
namespace {

class SparseFixed final : public Pattern {
 public:
  SparseFixed(Index stride, Index summaries, bool splits_heads)
      : stride_(stride), summaries_(summaries), splits_heads_(splits_heads) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    const bool sees_block = !splits_heads_ || head.index % 2 == 0;
    const bool sees_summaries = !splits_heads_ || head.index % 2 == 1;
    return mask_by_pair(
        [stride = or_root(stride_, head.keys()), summaries = summaries_, sees_block, sees_summaries](
            Index query, Index key) {
          if (key > query) return false;
          return (sees_block && query / stride == key / stride) ||
                 (sees_summaries && key % stride >= stride - summaries);
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
    for (Index query = 0; query < n; ++query) {
      count += query % stride + 1 + query / stride * std::min(summaries_, stride);
    }
    return count;
  }

 private:
  Index stride_;     // tokens
  Index summaries_;  // tokens
  bool splits_heads_;
};

const Registered<Pattern> registered{
    {{
         .name = "sparse-fixed",
         .summary = "the query's own block, and the last keys of every block before",
         .paper = "Child et al. 2019, Generating long sequences with sparse transformers",
         .formula = "j ≤ i, and ⌊i/stride⌋ = ⌊j/stride⌋ or j mod stride ≥ stride-summaries",
         .cost = "n√n·d",
         .settings =
             {{.name = "stride", .fallback = "0", .unit = "tokens", .meaning = "0 takes √n, rounded up"},
              {.name = "summaries",
               .fallback = "1",
               .least = 1,
               .unit = "tokens",
               .meaning = "last keys of each block that all later queries see"},
              {.name = "heads",
               .type = Setting::Type::text,
               .fallback = "merged",
               .meaning = "every head sees both kinds, or even heads the block and odd heads the summaries",
               .choices = {"merged", "split"}}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<SparseFixed>(settings.integer("stride"), settings.integer("summaries"),
                                            settings.text("heads") == "split");
     }}};

}  // namespace
}  // namespace attnscope
