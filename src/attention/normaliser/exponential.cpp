// a = e^z: softmax without its denominator. Normal densities, convolution taps and Gaussian kernels stay as
// they are.
#include <algorithm>
#include <cmath>

#include "attention/row_by_row.hpp"
#include "attention/stages.hpp"

namespace attnscope {
namespace {

constexpr double most = 80.0;  // e^88 is the end of float

class Exponential final : public Normaliser {
 public:
  MapClass map_class() const override { return MapClass::non_negative; }

  void normalise(DoubleMatrixView rows, Index /*first_query*/, const Head& /*head*/) const override {
    row_by_row(rows, [](std::span<double> row) {
      for (double& score : row) score = std::exp(std::min(score, most));
    });
  }
};

const Registered<Normaliser> registered{
    {{
         .name = "exponential",
         .summary = "softmax without the denominator",
         .paper = "Lu et al. 2021, SOFT: softmax-free transformer with linear complexity",
         .formula = "a = exp(min(z, 80))",
         .cost = "n²",
     },
     [](const Settings&) -> std::unique_ptr<const Normaliser> { return std::make_unique<Exponential>(); }}};

}  // namespace
}  // namespace attnscope
