// The point of the probability simplex that is nearest to the scores:
//
//   a = [z - τ]₊   with τ such that Σ a = 1
#include <algorithm>
#include <functional>
#include <vector>

#include "attention/row_by_row.hpp"
#include "attention/stages.hpp"

namespace attnscope {
namespace {

/// τ from the longest run of largest scores with 1 + k·z₍k₎ > z₍1₎ + … + z₍k₎.
double threshold_of(std::span<const double> row) {
  std::vector<double> sorted(row.begin(), row.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double sum = 0.0;
  double threshold = 0.0;
  double count = 0.0;
  for (const double score : sorted) {
    if (1.0 + (count + 1.0) * score <= sum + score) break;
    sum += score;
    count += 1.0;
    threshold = (sum - 1.0) / count;
  }
  return threshold;
}

class Sparsemax final : public Normaliser {
 public:
  MapClass map_class() const override { return MapClass::row_stochastic; }
  bool is_shift_invariant() const override { return true; }

  void normalise(DoubleMatrixView rows, Index /*first_query*/, const Head& /*head*/) const override {
    row_by_row(rows, [](std::span<double> row) {
      const double most = *std::max_element(row.begin(), row.end());
      for (double& score : row) score -= most;  // keeps the sums exact where scores are large
      const double threshold = threshold_of(row);
      for (double& score : row) score = std::max(score - threshold, 0.0);
    });
  }
};

const Registered<Normaliser> registered{
    {{
         .name = "sparsemax",
         .summary = "nearest point of the simplex: low scores get exactly zero",
         .paper = "Martins & Astudillo 2016, From softmax to sparsemax",
         .formula = "a = max(z-τ, 0), Σ a = 1",
         .cost = "n² log n",
     },
     [](const Settings&) -> std::unique_ptr<const Normaliser> { return std::make_unique<Sparsemax>(); }}};

}  // namespace
}  // namespace attnscope
