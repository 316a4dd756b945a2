// One relay token sees all and is seen by all; the others stand in a ring and see their two neighbours.
//
//   relay 0:  x x x x x
//             x x x . x
//             x x x x .
//             x . x x x
//             x x . x x
#include <algorithm>

#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class Star final : public Pattern {
 public:
  explicit Star(Index relay) : relay_(relay) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    const Index ring = head.keys() - (relay_ < head.keys() ? 1 : 0);
    return mask_by_pair(head, [relay = relay_, ring](Index query, Index key) {
      if (query == relay || key == relay) return true;
      const auto seat = [relay](Index token) { return token - (token > relay ? 1 : 0); };
      const Index steps = ((seat(query) - seat(key)) % ring + ring) % ring;
      return steps <= 1 || steps == ring - 1;
    });
  }
  Index allowed_pairs(Index n) const override {
    const Index ring = n - (relay_ < n ? 1 : 0);
    return ring * std::min(Index{3}, ring) + (relay_ < n ? n + ring : 0);
  }

 private:
  Index relay_;  // token
};

const Registered<Pattern> registered{
    {{
         .name = "star",
         .summary = "a relay token joins all; the others stand in a ring",
         .paper = "Guo et al. 2019, Star-transformer",
         .formula = "i or j the relay, or neighbours in the ring of the others",
         .cost = "nd",
         .settings = {{.name = "relay", .fallback = "0", .meaning = "position of the relay token"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<Star>(settings.integer("relay"));
     }}};

}  // namespace
}  // namespace attnscope
