// a = z/Σ|z|: keeps the signs; a row of zeros stays zeros.
#include <cmath>
#include <limits>

#include "attention/row_by_row.hpp"
#include "attention/stages.hpp"

namespace attnscope {
namespace {

class SignedL1 final : public Normaliser {
 public:
  MapClass map_class() const override { return MapClass::any_sign; }

  void normalise(DoubleMatrixView rows, Index /*first_query*/, const Head& /*head*/) const override {
    row_by_row(rows, [](std::span<double> row) {
      double sum = 0.0;
      for (double& score : row) {
        if (score == -std::numeric_limits<double>::infinity()) score = 0.0;
        sum += std::abs(score);
      }
      if (sum == 0.0) return;
      for (double& weight : row) weight /= sum;
    });
  }
};

const Registered<Normaliser> registered{
    {{
         .name = "signed-l1",
         .summary = "scores divided by the sum of their sizes, signs kept",
         .paper = "Richter & Wattenhofer 2020, Normalized attention without probability cage",
         .formula = "a = z/Σ|z|",
         .cost = "n²",
     },
     [](const Settings&) -> std::unique_ptr<const Normaliser> { return std::make_unique<SignedL1>(); }}};

}  // namespace
}  // namespace attnscope
