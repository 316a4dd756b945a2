// All see the first tokens; after them, only what came before.
//
//   tokens 2:  x x . .
//              x x . .
//              x x x .
//              x x x x
#include <algorithm>

#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class Prefix final : public Pattern {
 public:
  explicit Prefix(Index tokens) : tokens_(tokens) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    return mask_by_pair([tokens = tokens_](Index query, Index key) { return key < tokens || key <= query; },
                        [tokens = tokens_, keys = head.keys()](Index query) {
                          return KeyRange{0, std::min(std::max(query + 1, tokens), keys)};
                        });
  }
  bool is_causal() const override { return tokens_ <= 1; }
  Index allowed_pairs(Index n) const override {
    const Index prefix = std::min(tokens_, n);
    return n * (n + 1) / 2 + prefix * (prefix - 1) / 2;
  }

 private:
  Index tokens_;
};

const Registered<Pattern> registered{
    {{
         .name = "prefix",
         .summary = "all see the first tokens, after them only what came before",
         .paper = "Raffel et al. 2020, Exploring the limits of transfer learning with a unified text-to-text "
                  "transformer",
         .formula = "j < tokens or j ≤ i",
         .cost = "n²d",
         .settings = {{.name = "tokens",
                       .fallback = "4",
                       .most = 1e9,
                       .unit = "tokens",
                       .meaning = "length of the prefix"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<Prefix>(settings.integer("tokens"));
     }}};

}  // namespace
}  // namespace attnscope
