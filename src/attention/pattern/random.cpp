// Each query sees itself and some keys drawn by lot, other ones in each head and layer.
#include <algorithm>
#include <string>

#include "attention/key_lists.hpp"
#include "core/random.hpp"

namespace attnscope {
namespace {

/// `count` different numbers below `bound` (Floyd's algorithm).
std::vector<Index> draw(Index count, Index bound, Random& random) {
  std::vector<Index> drawn;
  for (Index last = bound - count; last < bound; ++last) {
    const Index one = random.below(last + 1);
    const bool is_new = std::find(drawn.begin(), drawn.end(), one) == drawn.end();
    drawn.push_back(is_new ? one : last);
  }
  return drawn;
}

class RandomKeys final : public Pattern {
 public:
  RandomKeys(Index keys, Index seed) : keys_(keys), seed_(seed) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    Random random(seed_for(static_cast<std::uint64_t>(seed_),
                           "random." + std::to_string(head.layer->index) + "." + std::to_string(head.index)));
    KeyLists lists;
    for (Index query = 0; query < head.queries(); ++query) {
      const bool has_own_key = query < head.keys();
      const Index others = head.keys() - (has_own_key ? 1 : 0);
      std::vector<Index> seen = draw(std::min(keys_, others), others, random);
      if (has_own_key) {
        for (Index& key : seen) key += key >= query ? 1 : 0;
        seen.push_back(query);  // no row is ever empty, also under a causal pattern
      }
      lists.push_back(std::move(seen));
    }
    return mask_of_lists(std::move(lists));
  }
  Index allowed_pairs(Index n) const override { return n * std::min(keys_ + 1, n); }

 private:
  Index keys_;
  Index seed_;
};

const Registered<Pattern> registered{
    {{
         .name = "random",
         .summary = "each query sees itself and some keys drawn by lot",
         .paper = "Zaheer et al. 2020, Big Bird: transformers for longer sequences",
         .formula = "j = i or j one of r drawn for i",
         .cost = "n(r+1)d",
         .settings = {{.name = "keys",
                       .fallback = "3",
                       .most = 1e6,
                       .unit = "keys",
                       .meaning = "r: keys drawn beside the query's own"},
                      {.name = "seed", .fallback = "1", .meaning = "another seed draws other keys"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<RandomKeys>(settings.integer("keys"), settings.integer("seed"));
     }}};

}  // namespace
}  // namespace attnscope
