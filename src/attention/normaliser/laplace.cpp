// a = ½(1 + erf((z - µ)/(σ√2))) with µ = √½ and σ = √(1/4π): near to a squared ReLU, but bounded by one and
// smooth.
#include <cmath>
#include <numbers>

#include "attention/row_by_row.hpp"
#include "attention/stages.hpp"

namespace attnscope {
namespace {

class Laplace final : public Normaliser {
 public:
  MapClass map_class() const override { return MapClass::non_negative; }

  void normalise(DoubleMatrixView rows, Index /*first_query*/, const Head& /*head*/) const override {
    const double middle = std::sqrt(0.5);
    const double spread = std::sqrt(1.0 / (2.0 * std::numbers::pi));  // σ√2
    row_by_row(rows, [=](std::span<double> row) {
      for (double& score : row) score = 0.5 * (1.0 + std::erf((score - middle) / spread));
    });
  }
};

const Registered<Normaliser> registered{
    {{
         .name = "laplace",
         .summary = "smooth step from zero to one, each pair alone",
         .paper = "Ma et al. 2022, Mega: moving average equipped gated attention",
         .formula = "a = (1+erf((z-√½)/√(1/2π)))/2",
         .cost = "n²",
     },
     [](const Settings&) -> std::unique_ptr<const Normaliser> { return std::make_unique<Laplace>(); }}};

}  // namespace
}  // namespace attnscope
