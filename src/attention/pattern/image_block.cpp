// Raster order in one dimension: a query sees its own block and a flange of keys before it.
//
//   size 2, flange 1:  x x . . . .
//                      x x . . . .
//                      . x x x . .
//                      . x x x . .
#include <algorithm>

#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class ImageBlock final : public Pattern {
 public:
  ImageBlock(Index size, Index flange) : size_(size), flange_(flange) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    const auto range = [size = size_, flange = flange_, keys = head.keys()](Index query) {
      const Index first = query / size * size;
      return KeyRange{std::clamp<Index>(first - flange, 0, keys), std::min(first + size, keys)};
    };
    return mask_by_pair(
        [range](Index query, Index key) { return key >= range(query).first && key < range(query).last; },
        range);
  }
  Index allowed_pairs(Index n) const override {
    Index count = 0;
    for (Index first = 0; first < n; first += size_) {
      const Index members = std::min(size_, n - first);
      count += members * (members + std::min(flange_, first));
    }
    return count;
  }

 private:
  Index size_;    // tokens
  Index flange_;  // tokens
};

const Registered<Pattern> registered{
    {{
         .name = "image-block",
         .summary = "a query sees its own block and a flange of keys before it",
         .paper = "Parmar et al. 2018, Image transformer",
         .formula = "b-flange ≤ j < b+size, b the start of i's block",
         .cost = "n(size+flange)d",
         .settings = {{.name = "size",
                       .fallback = "256",
                       .least = 1,
                       .unit = "pixels",
                       .meaning = "pixels in a block"},
                      {.name = "flange",
                       .fallback = "256",
                       .unit = "pixels",
                       .meaning = "pixels seen before the block"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<ImageBlock>(settings.integer("size"), settings.integer("flange"));
     }}};

}  // namespace
}  // namespace attnscope
