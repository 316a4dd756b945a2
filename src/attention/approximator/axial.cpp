// Tokens as pixels, row by row: attention along the row plus attention along the column, each normalised
// alone, so that rows of the map sum to two.
#include <limits>
#include <vector>

#include "attention/dense_operator.hpp"
#include "attention/pattern/pixel_grid.hpp"
#include "attention/recipe_cost.hpp"
#include "attention/softmax_over.hpp"

namespace attnscope {
namespace {

class Axial final : public Approximator {
 public:
  explicit Axial(Index width) : width_(width) {}
  MapClass map_class(Direction /*direction*/) const override { return MapClass::non_negative; }
  bool can_be_causal() const override { return true; }
  Cost cost(const Sizes& sizes) const override {
    const PixelGrid grid(width_, sizes.keys);
    const auto pairs = static_cast<double>(sizes.queries * (grid.width + grid.height));
    return {.flops = 2.0 * pairs * static_cast<double>(sizes.head_size + sizes.value_size),
            .bytes = data_bytes(sizes) + 8.0 * pairs};
  }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction direction) const override {
    const PixelGrid grid(width_, head.keys());
    const bool is_causal = direction == Direction::causal;
    DoubleMatrix scores = product_transposed(head.q, head.k);
    for (double& score : scores.numbers()) score *= head.scale();
    DoubleMatrix weights(head.queries(), head.keys());
    for (Index query = 0; query < head.queries(); ++query) {
      add(scores.row(query), weights.row(query),
          [&](Index key) { return grid.row(key) == grid.row(query) && !(is_causal && key > query); });
      add(scores.row(query), weights.row(query),
          [&](Index key) { return grid.col(key) == grid.col(query) && !(is_causal && key > query); });
    }
    return operator_of(std::move(weights));
  }

 private:
  template <typename Sees>
  static void add(std::span<const double> scores, std::span<double> weights, Sees sees) {
    std::vector<double> row(scores.begin(), scores.end());
    for (std::size_t key = 0; key < row.size(); ++key) {
      if (!sees(static_cast<Index>(key))) row[key] = -std::numeric_limits<double>::infinity();
    }
    softmax_over(row);
    for (std::size_t key = 0; key < row.size(); ++key) weights[key] += row[key];
  }

  Index width_;  // pixels
};

const Registered<Approximator> registered{
    {{
         .name = "axial",
         .summary = "attention along the row plus attention along the column of a picture",
         .paper = "Ho et al. 2019, Axial attention in multidimensional transformers",
         .formula = "A = A(row) + A(column)",
         .cost = "n√n·d",
         .settings =
             {{.name = "width", .fallback = "0", .unit = "pixels", .meaning = "0 takes √n, rounded up"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<Axial>(settings.integer("width"));
     }}};

}  // namespace
}  // namespace attnscope
