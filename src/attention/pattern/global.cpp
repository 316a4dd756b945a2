// Chosen tokens see all and are seen by all; the others see only them.
//
//   tokens 0:  x x x x
//              x . . .
//              x . . .
//              x . . .
#include <algorithm>
#include <set>
#include <vector>

#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class Global final : public Pattern {
 public:
  explicit Global(const std::vector<Index>& tokens) : tokens_(tokens.begin(), tokens.end()) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    return mask_by_pair(head, [tokens = tokens_](Index query, Index key) {
      return tokens.contains(query) || tokens.contains(key);
    });
  }
  Index allowed_pairs(Index n) const override {
    const Index count = std::distance(tokens_.begin(), tokens_.lower_bound(n));
    return 2 * count * n - count * count;
  }

 private:
  std::set<Index> tokens_;
};

const Registered<Pattern> registered{
    {{
         .name = "global",
         .summary = "chosen tokens see all and are seen by all",
         .paper = "Ainslie et al. 2020, ETC: encoding long and structured inputs in transformers",
         .formula = "i ∈ G or j ∈ G",
         .cost = "2gnd",
         .settings = {{.name = "tokens",
                       .type = Setting::Type::integers,
                       .fallback = "0",
                       .meaning = "positions of the global tokens G"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<Global>(settings.integers("tokens"));
     }}};

}  // namespace
}  // namespace attnscope
