// A band with gaps: every gap-th key, `steps` of them to both sides.
//
//   gap 2, steps 1:  x . x . .
//                    . x . x .
//                    x . x . x
#include <algorithm>
#include <cstdlib>

#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class Dilated final : public Pattern {
 public:
  Dilated(Index steps, Index gap) : steps_(steps), gap_(gap) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    const Index reach = steps_ * gap_;
    return mask_by_pair(
        [gap = gap_, reach](Index query, Index key) {
          const Index distance = std::abs(query - key);
          return distance % gap == 0 && distance <= reach;
        },
        [reach, keys = head.keys()](Index query) {
          return KeyRange{std::clamp<Index>(query - reach, 0, keys),
                          std::clamp<Index>(query + reach + 1, 0, keys)};
        });
  }
  Index allowed_pairs(Index n) const override {
    Index count = n;
    for (Index step = 1; step <= steps_ && step * gap_ < n; ++step) count += 2 * (n - step * gap_);
    return count;
  }

 private:
  Index steps_;
  Index gap_;  // tokens
};

const Registered<Pattern> registered{
    {{
         .name = "dilated",
         .summary = "a band with gaps: every second, third, … key near the query",
         .paper = "Beltagy, Peters & Cohan 2020, Longformer: the long-document transformer",
         .formula = "(i-j) mod gap = 0, |i-j| ≤ steps·gap",
         .cost = "n(2·steps+1)d",
         .settings = {{.name = "steps", .fallback = "2", .most = 1e6, .meaning = "keys seen to each side"},
                      {.name = "gap",
                       .fallback = "2",
                       .least = 1,
                       .most = 1e6,
                       .unit = "tokens",
                       .meaning = "from one key to the next"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<Dilated>(settings.integer("steps"), settings.integer("gap"));
     }}};

}  // namespace
}  // namespace attnscope
