// Softmax with a silent extra key of score 0, so that a query may attend to nothing:
//
//   a = e^z / (1 + Σ e^z)
#include <algorithm>
#include <cmath>

#include "attention/row_by_row.hpp"
#include "attention/stages.hpp"

namespace attnscope {
namespace {

class SoftmaxOne final : public Normaliser {
 public:
  MapClass map_class() const override { return MapClass::substochastic; }

  void normalise(DoubleMatrixView rows, Index /*first_query*/, const Head& /*head*/) const override {
    row_by_row(rows, [](std::span<double> row) {
      const double most = std::max(0.0, *std::max_element(row.begin(), row.end()));
      double sum = std::exp(-most);
      for (double& score : row) {
        score = std::exp(score - most);
        sum += score;
      }
      for (double& weight : row) weight /= sum;
    });
  }
};

const Registered<Normaliser> registered{
    {{
         .name = "softmax-one",
         .summary = "softmax off by one: a query may attend to nothing",
         .paper = "Miller 2023, Attention is off by one",
         .formula = "a = exp(z)/(1+Σ exp(z))",
         .cost = "n²",
     },
     [](const Settings&) -> std::unique_ptr<const Normaliser> { return std::make_unique<SoftmaxOne>(); }}};

}  // namespace
}  // namespace attnscope
