// Half way between softmax and sparsemax, solved exactly by sorting:
//
//   a = [z/2 - τ]₊²   with τ such that Σ a = 1
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "attention/row_by_row.hpp"
#include "attention/stages.hpp"

namespace attnscope {
namespace {

/// τ of the largest support whose k scores all reach it: τ_k = M - √((1 - S)/k), with M the mean of the k
/// largest scores and S the sum of their squared deviations.
double threshold_of(std::span<const double> halves) {
  std::vector<double> sorted(halves.begin(), halves.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double count = 0.0;
  double mean = 0.0;
  double deviations = 0.0;
  double threshold = sorted.front() - 1.0;
  for (const double score : sorted) {
    if (score < threshold) break;
    count += 1.0;
    const double step = score - mean;
    mean += step / count;
    deviations += step * (score - mean);
    if (deviations > 1.0) break;
    const double next = mean - std::sqrt((1.0 - deviations) / count);
    if (next > score) break;
    threshold = next;
  }
  return threshold;
}

class Entmax15 final : public Normaliser {
 public:
  MapClass map_class() const override { return MapClass::row_stochastic; }
  bool is_shift_invariant() const override { return true; }

  void normalise(DoubleMatrixView rows, Index /*first_query*/, const Head& /*head*/) const override {
    row_by_row(rows, [](std::span<double> row) {
      const double most = *std::max_element(row.begin(), row.end());
      for (double& score : row) score = (score - most) / 2.0;
      const double threshold = threshold_of(row);
      for (double& score : row) {
        const double above = std::max(score - threshold, 0.0);
        score = above * above;
      }
    });
  }
};

const Registered<Normaliser> registered{
    {{
         .name = "entmax15",
         .summary = "between softmax and sparsemax: zero where the score is 2 below the best",
         .paper = "Peters, Niculae & Martins 2019, Sparse sequence-to-sequence models",
         .formula = "a = max(z/2-τ, 0)², Σ a = 1",
         .cost = "n² log n",
     },
     [](const Settings&) -> std::unique_ptr<const Normaliser> { return std::make_unique<Entmax15>(); }}};

}  // namespace
}  // namespace attnscope
