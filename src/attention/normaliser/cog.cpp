// a = sign(z)·softmax(|z|): strong agreement and strong disagreement both count, with their signs.
#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/row_by_row.hpp"
#include "attention/stages.hpp"

namespace attnscope {
namespace {

constexpr double excluded = -std::numeric_limits<double>::infinity();

class Cog final : public Normaliser {
 public:
  MapClass map_class() const override { return MapClass::any_sign; }

  void normalise(DoubleMatrixView rows, Index /*first_query*/, const Head& /*head*/) const override {
    row_by_row(rows, [](std::span<double> row) {
      double most = 0.0;
      for (const double score : row) {
        if (score != excluded) most = std::max(most, std::abs(score));
      }
      double sum = 0.0;
      for (const double score : row) {
        if (score != excluded) sum += std::exp(std::abs(score) - most);
      }
      for (double& score : row) {
        const bool has_no_sign = score == excluded || score == 0.0;
        score = has_no_sign ? 0.0 : std::copysign(std::exp(std::abs(score) - most) / sum, score);
      }
    });
  }
};

const Registered<Normaliser> registered{
    {{
         .name = "cog",
         .summary = "softmax of the sizes of scores, with their signs",
         .paper = "Lv et al. 2025, More expressive attention with negative weights",
         .formula = "a = sign(z) exp|z|/Σ exp|z|",
         .cost = "n²",
     },
     [](const Settings&) -> std::unique_ptr<const Normaliser> { return std::make_unique<Cog>(); }}};

}  // namespace
}  // namespace attnscope
