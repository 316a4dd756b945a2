// A query sees the keys at most `left` before and `right` after it.
//
//   left 1, right 1:  x x . .
//                     x x x .
//                     . x x x
//                     . . x x
#include <algorithm>

#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class Band final : public Pattern {
 public:
  Band(Index left, Index right) : left_(left), right_(right) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    return mask_by_pair([left = left_, right = right_](
                            Index query, Index key) { return key >= query - left && key <= query + right; },
                        [left = left_, right = right_, keys = head.keys()](Index query) {
                          return KeyRange{std::clamp<Index>(query - left, 0, keys),
                                          std::clamp<Index>(query + right + 1, 0, keys)};
                        });
  }
  bool is_causal() const override { return right_ == 0; }
  Index allowed_pairs(Index n) const override {
    const auto one_side = [n](Index width) {
      const Index reached = std::min(width, n - 1);
      return n * reached - reached * (reached + 1) / 2;
    };
    return n + one_side(left_) + one_side(right_);
  }

 private:
  Index left_;   // tokens
  Index right_;  // tokens
};

const Registered<Pattern> registered{{{
                                          .name = "band",
                                          .summary = "a query sees the keys near it",
                                          .paper = "Beltagy et al. 2020, Longformer",
                                          .formula = "-left ≤ j-i ≤ right",
                                          .cost = "n(left+right+1)d",
                                          .settings = {{.name = "radius",
                                                        .fallback = "2",
                                                        .most = 1e6,
                                                        .unit = "tokens",
                                                        .meaning = "reach to both sides"},
                                                       {.name = "left",
                                                        .fallback = "radius",
                                                        .most = 1e6,
                                                        .unit = "tokens",
                                                        .meaning = "reach to the left"},
                                                       {.name = "right",
                                                        .fallback = "radius",
                                                        .most = 1e6,
                                                        .unit = "tokens",
                                                        .meaning = "reach to the right"}},
                                      },
                                      [](const Settings& settings) -> std::unique_ptr<const Pattern> {
                                        return std::make_unique<Band>(settings.integer_or("left", "radius"),
                                                                      settings.integer_or("right", "radius"));
                                      }}};

}  // namespace
}  // namespace attnscope
