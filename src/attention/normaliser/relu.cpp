// a = max(z, 0)/n: negative scores get nothing, and a row may be all zeros.
#include <algorithm>

#include "attention/row_by_row.hpp"
#include "attention/stages.hpp"

namespace attnscope {
namespace {

class Relu final : public Normaliser {
 public:
  MapClass map_class() const override { return MapClass::non_negative; }

  void normalise(DoubleMatrixView rows, Index /*first_query*/, const Head& /*head*/) const override {
    const auto keys = static_cast<double>(rows.cols);
    row_by_row(rows, [keys](std::span<double> row) {
      for (double& score : row) score = std::max(score, 0.0) / keys;
    });
  }
};

const Registered<Normaliser> registered{
    {{
         .name = "relu",
         .summary = "positive scores divided by the number of keys",
         .paper = "Wortsman et al. 2023, Replacing softmax with ReLU in vision transformers",
         .formula = "a = max(z, 0)/n",
         .cost = "n²",
     },
     [](const Settings&) -> std::unique_ptr<const Normaliser> { return std::make_unique<Relu>(); }}};

}  // namespace
}  // namespace attnscope
