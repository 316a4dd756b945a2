// DPFP: products of neighbouring positive and negative parts, without any random numbers.
//
//   r = [relu(x); relu(-x)],  φ(x) = [r ⊙ roll(r, 1); …; r ⊙ roll(r, ν)]
#include <algorithm>

#include "attention/feature_operator.hpp"

namespace attnscope {
namespace {

class Dpfp final : public Approximator {
 public:
  explicit Dpfp(Index rolls) : rolls_(rolls) {}
  MapClass map_class(Direction /*direction*/) const override { return MapClass::row_stochastic; }
  bool can_be_causal() const override { return true; }
  Cost cost(const Sizes& sizes) const override { return feature_cost(sizes, 2 * rolls_ * sizes.head_size); }
  std::unique_ptr<const Operator> prepare(const Head& head, Direction direction) const override {
    return feature_operator(features(head.q), features(head.k), direction);
  }

 private:
  DoubleMatrix features(ConstMatrixView x) const {
    const Index size = 2 * x.cols;
    DoubleMatrix result(x.rows, size * rolls_);
    std::vector<double> parts(static_cast<std::size_t>(size));
    for (Index row = 0; row < x.rows; ++row) {
      for (Index col = 0; col < x.cols; ++col) {
        const double number = static_cast<double>(x(row, col));
        parts[static_cast<std::size_t>(col)] = std::max(number, 0.0);
        parts[static_cast<std::size_t>(x.cols + col)] = std::max(-number, 0.0);
      }
      for (Index roll = 1; roll <= rolls_; ++roll) {
        for (Index col = 0; col < size; ++col) {
          const auto rolled = static_cast<std::size_t>((col - roll % size + size) % size);
          result(row, (roll - 1) * size + col) = parts[static_cast<std::size_t>(col)] * parts[rolled];
        }
      }
    }
    return result;
  }

  Index rolls_;
};

const Registered<Approximator> registered{
    {{
         .name = "dpfp",
         .summary = "products of neighbouring positive and negative parts as features",
         .paper = "Schlag et al. 2021, Linear transformers are secretly fast weight programmers",
         .formula = "φ(x) = [r⊙roll(r,j)], r = [relu(x); relu(-x)]",
         .cost = "2νnd²",
         .settings = {{.name = "rolls",
                       .fallback = "2",
                       .least = 1,
                       .most = 64,
                       .meaning = "ν, how many neighbours"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<Dpfp>(settings.integer("rolls"));
     }}};

}  // namespace
}  // namespace attnscope
