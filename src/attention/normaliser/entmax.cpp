// The family between softmax (α = 1) and sparsemax (α = 2), and beyond:
//
//   a = [(α-1)z - τ]₊^(1/(α-1))   with τ such that Σ a = 1, found by bisection
#include <algorithm>
#include <cmath>

#include "attention/row_by_row.hpp"
#include "attention/stages.hpp"

namespace attnscope {
namespace {

class Entmax final : public Normaliser {
 public:
  explicit Entmax(double alpha) : gain_(alpha - 1.0) {}
  MapClass map_class() const override { return MapClass::row_stochastic; }
  bool is_shift_invariant() const override { return true; }

  void normalise(DoubleMatrixView rows, Index /*first_query*/, const Head& /*head*/) const override {
    row_by_row(rows, [this](std::span<double> row) {
      const double most = *std::max_element(row.begin(), row.end());
      for (double& score : row) score = gain_ == 0.0 ? score - most : gain_ * (score - most);
      const double threshold = gain_ == 0.0 ? 0.0 : find_threshold(row);
      double sum = 0.0;
      for (double& score : row) {
        score = weight(score, threshold);
        sum += score;
      }
      for (double& weight : row) weight /= sum;  // what bisection leaves
    });
  }

 private:
  double weight(double score, double threshold) const {
    if (gain_ == 0.0) return std::exp(score);
    return score > threshold ? std::pow(score - threshold, 1.0 / gain_) : 0.0;
  }

  /// The largest score is 0, so its weight alone makes 1 at τ = -1, and m equal scores make 1 at τ =
  /// -m^(1-α).
  double find_threshold(std::span<const double> row) const {
    double low = -1.0;
    double high = -std::pow(1.0 / static_cast<double>(row.size()), gain_);
    constexpr int steps = 50;  // to the last bits of a double
    for (int step = 0; step < steps; ++step) {
      const double middle = (low + high) / 2.0;
      double sum = 0.0;
      for (const double score : row) sum += weight(score, middle);
      (sum >= 1.0 ? low : high) = middle;
    }
    return low;
  }

  double gain_;  // α - 1
};

const Registered<Normaliser> registered{
    {{
         .name = "entmax",
         .summary = "softmax at alpha 1, sparsemax at 2, sparser above",
         .paper = "Peters, Niculae & Martins 2019, Sparse sequence-to-sequence models",
         .formula = "a = max((α-1)z-τ, 0)^(1/(α-1)), Σ a = 1",
         .cost = "50n²",
         .settings = {{.name = "alpha",
                       .type = Setting::Type::real,
                       .fallback = "1.5",
                       .least = 1,
                       .most = 10,
                       .meaning = "α: zero where a score is 1/(α-1) below the best"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Normaliser> {
       return std::make_unique<Entmax>(settings.real("alpha"));
     }}};

}  // namespace
}  // namespace attnscope
