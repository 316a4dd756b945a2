// Each head has a band of its own width, from a word to the whole text; later layers prefer the wide ones.
#include <algorithm>
#include <vector>

#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class MultiScale final : public Pattern {
 public:
  explicit MultiScale(std::vector<Index> radii) : radii_(std::move(radii)) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    const auto count = static_cast<Index>(radii_.size());
    // Layer l starts its heads at the scale l/L of the list, so that low layers look near and high ones far.
    const Index first = head.layer->index * count / std::max<Index>(1, head.layer->count);
    const Index scale = count == 0 ? 0 : std::min(count - 1, first + head.index % count);
    const Index radius = count == 0 ? head.keys() : radii_[static_cast<std::size_t>(scale)];
    return mask_by_pair(
        [radius](Index query, Index key) { return key >= query - radius && key <= query + radius; },
        [radius, keys = head.keys()](Index query) {
          return KeyRange{std::clamp<Index>(query - radius, 0, keys),
                          std::clamp<Index>(query + radius + 1, 0, keys)};
        });
  }

 private:
  std::vector<Index> radii_;  // tokens
};

const Registered<Pattern> registered{
    {{
         .name = "multi-scale",
         .summary = "each head has a band of its own width, wider in later layers",
         .paper = "Guo et al. 2020, Multi-scale self-attention for text classification",
         .formula = "|i-j| ≤ radius of the head",
         .cost = "n·radius·d",
         .settings = {{.name = "radii",
                       .type = Setting::Type::integers,
                       .fallback = "1/3/8/32/1000000",
                       .unit = "tokens",
                       .meaning = "reach to both sides; heads take them in turn, the last one repeats"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<MultiScale>(settings.integers("radii"));
     }}};

}  // namespace
}  // namespace attnscope
