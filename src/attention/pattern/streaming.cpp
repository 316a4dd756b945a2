// What a streaming cache keeps: the first tokens, which act as sinks, and the most recent ones.
//
//   sinks 1, recent 2:  x . . . .
//                       x x . . .
//                       x x x . .
//                       x . x x .
//                       x . . x x
#include <algorithm>

#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class Streaming final : public Pattern {
 public:
  Streaming(Index sinks, Index recent) : sinks_(sinks), recent_(recent) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    return mask_by_pair(
        [sinks = sinks_, recent = recent_](Index query, Index key) {
          return key <= query && (key < sinks || query - key < recent);
        },
        [keys = head.keys()](Index query) {
          return KeyRange{0, std::min(query + 1, keys)};
        });
  }
  bool is_causal() const override { return true; }
  Index allowed_pairs(Index n) const override {
    const Index full = std::min(sinks_ + recent_, n);
    return full * (full + 1) / 2 + (n - full) * (sinks_ + recent_);
  }

 private:
  Index sinks_;   // tokens
  Index recent_;  // tokens
};

const Registered<Pattern> registered{
    {{
         .name = "streaming",
         .summary = "the first tokens as sinks, and the most recent ones",
         .paper = "Xiao et al. 2024, Efficient streaming language models with attention sinks",
         .formula = "j ≤ i, and j < sinks or i-j < recent",
         .cost = "n(sinks+recent)d",
         .settings = {{.name = "sinks",
                       .fallback = "4",
                       .most = 1e6,
                       .unit = "tokens",
                       .meaning = "first tokens that are always seen"},
                      {.name = "recent",
                       .fallback = "512",
                       .least = 1,
                       .unit = "tokens",
                       .meaning = "keys seen before the query, its own among them"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<Streaming>(settings.integer("sinks"), settings.integer("recent"));
     }}};

}  // namespace
}  // namespace attnscope
