// The tokens are pixels, row by row; a query sees its own column.
#include "attention/by_pair.hpp"
#include "attention/pattern/pixel_grid.hpp"

namespace attnscope {
namespace {

class GridColumn final : public Pattern {
 public:
  explicit GridColumn(Index width) : width_(width) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    return mask_by_pair(head, [grid = PixelGrid(width_, head.keys())](Index query, Index key) {
      return grid.col(query) == grid.col(key);
    });
  }
  Index allowed_pairs(Index n) const override {
    const Index width = PixelGrid(width_, n).width;
    const Index whole = n / width;
    const Index longer = n % width;
    return longer * (whole + 1) * (whole + 1) + (width - longer) * whole * whole;
  }

 private:
  Index width_;  // pixels
};

const Registered<Pattern> registered{
    {{
         .name = "grid-column",
         .summary = "tokens as pixels, a query sees its own column",
         .paper = "Ho et al. 2019, Axial attention in multidimensional transformers",
         .formula = "i mod width = j mod width",
         .cost = "n²d/width",
         .settings =
             {{.name = "width", .fallback = "0", .unit = "pixels", .meaning = "0 takes √n, rounded up"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<GridColumn>(settings.integer("width"));
     }}};

}  // namespace
}  // namespace attnscope
