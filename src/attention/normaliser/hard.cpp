// All weight on the key of the largest score; of equal ones the first.
#include <algorithm>

#include "attention/row_by_row.hpp"
#include "attention/stages.hpp"

namespace attnscope {
namespace {

class Hard final : public Normaliser {
 public:
  MapClass map_class() const override { return MapClass::row_stochastic; }
  bool is_shift_invariant() const override { return true; }

  void normalise(DoubleMatrixView rows, Index /*first_query*/, const Head& /*head*/) const override {
    row_by_row(rows, [](std::span<double> row) {
      const auto best = std::max_element(row.begin(), row.end());
      for (auto weight = row.begin(); weight != row.end(); ++weight) *weight = weight == best ? 1.0 : 0.0;
    });
  }
};

const Registered<Normaliser> registered{
    {{
         .name = "hard",
         .summary = "all weight on the largest score, the first of equals",
         .paper = "Xu et al. 2015, Show, attend and tell",
         .formula = "a = 1 at argmax z, else 0",
         .cost = "n²",
     },
     [](const Settings&) -> std::unique_ptr<const Normaliser> { return std::make_unique<Hard>(); }}};

}  // namespace
}  // namespace attnscope
