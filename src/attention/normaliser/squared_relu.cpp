// a = max(z/n, 0)²: as relu, with large scores favoured. The paper's scores are not divided by √d: use with
// `dot`.
#include <algorithm>

#include "attention/row_by_row.hpp"
#include "attention/stages.hpp"

namespace attnscope {
namespace {

class SquaredRelu final : public Normaliser {
 public:
  MapClass map_class() const override { return MapClass::non_negative; }

  void normalise(DoubleMatrixView rows, Index /*first_query*/, const Head& /*head*/) const override {
    const auto keys = static_cast<double>(rows.cols);
    row_by_row(rows, [keys](std::span<double> row) {
      for (double& score : row) {
        const double positive = std::max(score, 0.0) / keys;
        score = positive * positive;
      }
    });
  }
};

const Registered<Normaliser> registered{
    {{
         .name = "squared-relu",
         .summary = "positive scores divided by the number of keys, squared",
         .paper = "Hua et al. 2022, Transformer quality in linear time",
         .formula = "a = max(z/n, 0)²",
         .cost = "n²",
     },
     [](const Settings&) -> std::unique_ptr<const Normaliser> { return std::make_unique<SquaredRelu>(); }}};

}  // namespace
}  // namespace attnscope
