// Second-order Taylor series of the exponential: 1 + s + s²/2 is positive for every score s.
//
//   φ(x) = [1; x; x⊗x/√2],  x scaled by d^(-1/4)
#include <cmath>
#include <numbers>

#include "attention/feature_operator.hpp"

namespace attnscope {
namespace {

class Taylor final : public Approximator {
 public:
  MapClass map_class(Direction /*direction*/) const override { return MapClass::row_stochastic; }
  bool can_be_causal() const override { return true; }
  Cost cost(const Sizes& sizes) const override { return feature_cost(sizes, count(sizes.head_size)); }
  std::unique_ptr<const Operator> prepare(const Head& head, Direction direction) const override {
    const double scale = std::sqrt(head.scale());
    return feature_operator(features(head.q, scale), features(head.k, scale), direction);
  }

 private:
  static Index count(Index size) { return 1 + size + size * size; }

  static DoubleMatrix features(ConstMatrixView x, double scale) {
    DoubleMatrix result(x.rows, count(x.cols));
    for (Index row = 0; row < x.rows; ++row) {
      Index place = 0;
      result(row, place++) = 1.0;
      for (const float number : x.row(row)) result(row, place++) = scale * static_cast<double>(number);
      for (const float left : x.row(row)) {
        for (const float right : x.row(row)) {
          result(row, place++) =
              scale * scale * static_cast<double>(left) * static_cast<double>(right) / std::numbers::sqrt2;
        }
      }
    }
    return result;
  }
};

const Registered<Approximator> registered{
    {{
         .name = "taylor",
         .summary = "second-order Taylor series of the exponential",
         .paper = "Arora et al. 2024, Simple linear attention language models (Based)",
         .formula = "A ∝ 1 + s + s²/2, s = q·k/√d",
         .cost = "nd³",
     },
     [](const Settings&) -> std::unique_ptr<const Approximator> { return std::make_unique<Taylor>(); }}};

}  // namespace
}  // namespace attnscope
