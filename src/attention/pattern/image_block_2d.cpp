// Tokens as pixels, row by row: a query sees its own rectangle and a flange above it and to both sides.
#include <algorithm>

#include "attention/by_pair.hpp"
#include "attention/pattern/pixel_grid.hpp"

namespace attnscope {
namespace {

class ImageBlock2d final : public Pattern {
 public:
  ImageBlock2d(Index width, Index size, Index flange) : width_(width), size_(size), flange_(flange) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    return mask_by_pair(head, [grid = PixelGrid(width_, head.keys()), size = size_, flange = flange_](
                                  Index query, Index key) {
      const Index top = grid.row(query) / size * size;
      const Index left = grid.col(query) / size * size;
      return grid.row(key) >= top - flange && grid.row(key) < top + size && grid.col(key) >= left - flange &&
             grid.col(key) < left + size + flange;
    });
  }

 private:
  Index width_;   // pixels
  Index size_;    // pixels
  Index flange_;  // pixels
};

const Registered<Pattern> registered{
    {{
         .name = "image-block-2d",
         .summary = "tokens as pixels: a query sees its own rectangle and a flange around it",
         .paper = "Parmar et al. 2018, Image transformer",
         .formula = "row and column of j within i's rectangle, plus a flange above and to both sides",
         .cost = "n(size+flange)(size+2·flange)d",
         .settings = {{.name = "width",
                       .fallback = "0",
                       .unit = "pixels",
                       .meaning = "of the picture; 0 takes √n, rounded up"},
                      {.name = "size",
                       .fallback = "8",
                       .least = 1,
                       .most = 65536,
                       .unit = "pixels",
                       .meaning = "side of a rectangle"},
                      {.name = "flange",
                       .fallback = "8",
                       .most = 65536,
                       .unit = "pixels",
                       .meaning = "pixels seen around it"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<ImageBlock2d>(settings.integer("width"), settings.integer("size"),
                                             settings.integer("flange"));
     }}};

}  // namespace
}  // namespace attnscope
