// Tokens as pixels, row by row: the picture is cut into square windows, which odd layers shift by half a
// window so that neighbours across a border meet.
#include "attention/by_pair.hpp"
#include "attention/pattern/pixel_grid.hpp"

namespace attnscope {
namespace {

class ShiftedWindow final : public Pattern {
 public:
  ShiftedWindow(Index width, Index side) : width_(width), side_(side) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    const Index shift = head.layer->index % 2 == 1 ? side_ / 2 : 0;
    return mask_by_pair(
        head, [grid = PixelGrid(width_, head.keys()), side = side_, shift](Index query, Index key) {
          // Windows that wrap around the edge are masked apart, so the shift only moves the borders.
          const auto window = [side, shift](Index place) { return (place + side - shift) / side; };
          return window(grid.row(query)) == window(grid.row(key)) &&
                 window(grid.col(query)) == window(grid.col(key));
        });
  }

 private:
  Index width_;  // pixels
  Index side_;   // pixels
};

const Registered<Pattern> registered{
    {{
         .name = "shifted-window",
         .summary = "tokens as pixels: square windows, shifted by half in odd layers",
         .paper = "Liu et al. 2021, Swin transformer: hierarchical vision transformer using shifted windows",
         .formula = "i and j in the same window",
         .cost = "n·side²·d",
         .settings = {{.name = "width",
                       .fallback = "0",
                       .unit = "pixels",
                       .meaning = "of the picture; 0 takes √n, rounded up"},
                      {.name = "side",
                       .fallback = "7",
                       .least = 1,
                       .most = 65536,
                       .unit = "pixels",
                       .meaning = "of a window"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<ShiftedWindow>(settings.integer("width"), settings.integer("side"));
     }}};

}  // namespace
}  // namespace attnscope
