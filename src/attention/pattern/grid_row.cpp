// The tokens are pixels, row by row; a query sees its own row.
#include "attention/by_pair.hpp"
#include "attention/pattern/pixel_grid.hpp"

namespace attnscope {
namespace {

class GridRow final : public Pattern {
 public:
  explicit GridRow(Index width) : width_(width) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    return mask_by_pair(head, [grid = PixelGrid(width_, head.keys())](Index query, Index key) {
      return grid.row(query) == grid.row(key);
    });
  }
  Index allowed_pairs(Index n) const override {
    const Index width = PixelGrid(width_, n).width;
    return n / width * width * width + (n % width) * (n % width);
  }

 private:
  Index width_;  // pixels
};

const Registered<Pattern> registered{
    {{
         .name = "grid-row",
         .summary = "tokens as pixels, a query sees its own row",
         .paper = "Ho et al. 2019, Axial attention in multidimensional transformers",
         .formula = "⌊i/width⌋ = ⌊j/width⌋",
         .cost = "n·width·d",
         .settings =
             {{.name = "width", .fallback = "0", .unit = "pixels", .meaning = "0 takes √n, rounded up"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<GridRow>(settings.integer("width"));
     }}};

}  // namespace
}  // namespace attnscope
