// A query sees itself and the keys shortly before it, `width` keys in all.
//
//   width 2:  x . . .
//             x x . .
//             . x x .
//             . . x x
#include <algorithm>

#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class SlidingWindow final : public Pattern {
 public:
  explicit SlidingWindow(Index width) : width_(width) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    return mask_by_pair(
        [width = width_](Index query, Index key) { return key <= query && query - key < width; },
        [width = width_, keys = head.keys()](Index query) {
          return KeyRange{std::clamp<Index>(query - width + 1, 0, keys), std::min(query + 1, keys)};
        });
  }
  bool is_causal() const override { return true; }
  Index allowed_pairs(Index n) const override {
    const Index reached = std::min(width_, n);
    return n * reached - reached * (reached - 1) / 2;
  }

 private:
  Index width_;  // tokens
};

const Registered<Pattern> registered{{{
                                          .name = "sliding-window",
                                          .summary = "a query sees itself and what came shortly before",
                                          .paper = "Jiang et al. 2023, Mistral 7B",
                                          .formula = "0 ≤ i-j < width",
                                          .cost = "n·width·d",
                                          .settings = {{.name = "width",
                                                        .fallback = "4",
                                                        .least = 1,
                                                        .unit = "tokens",
                                                        .meaning = "keys seen, the query's own among them"}},
                                      },
                                      [](const Settings& settings) -> std::unique_ptr<const Pattern> {
                                        return std::make_unique<SlidingWindow>(settings.integer("width"));
                                      }}};

}  // namespace
}  // namespace attnscope
