// a = z: the scores are the weights.
#include <limits>

#include "attention/row_by_row.hpp"
#include "attention/stages.hpp"

namespace attnscope {
namespace {

class None final : public Normaliser {
 public:
  MapClass map_class() const override { return MapClass::any_sign; }

  void normalise(DoubleMatrixView rows, Index /*first_query*/, const Head& /*head*/) const override {
    row_by_row(rows, [](std::span<double> row) {
      for (double& score : row) {
        if (score == -std::numeric_limits<double>::infinity()) score = 0.0;
      }
    });
  }
};

const Registered<Normaliser> registered{
    {{
         .name = "none",
         .summary = "the scores are the weights",
         .paper = "Schlag et al. 2021, Linear transformers are secretly fast weight programmers",
         .formula = "a = z",
         .cost = "n²",
     },
     [](const Settings&) -> std::unique_ptr<const Normaliser> { return std::make_unique<None>(); }}};

}  // namespace
}  // namespace attnscope
