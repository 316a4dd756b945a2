// Tokens as pixels, row by row: a query sees the square of pixels around it, pushed inwards at the edges so
// that all queries see equally many.
#include <algorithm>

#include "attention/by_pair.hpp"
#include "attention/pattern/pixel_grid.hpp"

namespace attnscope {
namespace {

/// Whether `place` is within `side` cells around `centre`, the window kept inside 0 … length - 1.
bool is_near(Index place, Index centre, Index side, Index length) {
  const Index first = std::clamp<Index>(centre - side / 2, 0, std::max<Index>(0, length - side));
  return place >= first && place < first + side;
}

class Neighbourhood final : public Pattern {
 public:
  Neighbourhood(Index width, Index side) : width_(width), side_(side) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    return mask_by_pair(head, [grid = PixelGrid(width_, head.keys()), side = side_](Index query, Index key) {
      if (query == key) return true;  // an incomplete last row must not leave a query with nothing
      return is_near(grid.row(key), grid.row(query), side, grid.height) &&
             is_near(grid.col(key), grid.col(query), side, grid.width);
    });
  }

 private:
  Index width_;  // pixels
  Index side_;   // pixels
};

const Registered<Pattern> registered{
    {{
         .name = "neighbourhood",
         .summary = "tokens as pixels: a query sees the square of pixels around it",
         .paper = "Hassani et al. 2023, Neighborhood attention transformer",
         .formula = "row and column of j among the `side` nearest to those of i",
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
                       .meaning = "of the square"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<Neighbourhood>(settings.integer("width"), settings.integer("side"));
     }}};

}  // namespace
}  // namespace attnscope
