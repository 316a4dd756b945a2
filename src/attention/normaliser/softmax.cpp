// a = e^(z/τ) / Σ e^(z/τ)
#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/kernels/kernels.hpp"
#include "attention/row_by_row.hpp"
#include "attention/stages.hpp"

namespace attnscope {
namespace {

class Softmax final : public Normaliser {
 public:
  explicit Softmax(double temperature) : temperature_(temperature) {}
  MapClass map_class() const override { return MapClass::row_stochastic; }
  bool is_shift_invariant() const override { return true; }

  void normalise(DoubleMatrixView rows, Index /*first_query*/, const Head& /*head*/) const override {
    row_by_row(rows, [this](std::span<double> row) {
      const double most = *std::max_element(row.begin(), row.end());
      double sum = 0.0;
      for (double& score : row) {
        score = std::exp((score - most) / temperature_);
        sum += score;
      }
      for (double& weight : row) weight /= sum;
    });
  }
  void normalise_tile(MatrixView rows, Index first_query, const Head& head) const override {
    if (temperature_ != 1.0) return Normaliser::normalise_tile(rows, first_query, head);
    kernels::softmax_rows(rows);
  }

 private:
  double temperature_;
};

const Registered<Normaliser> registered{
    {{
         .name = "softmax",
         .summary = "exponentials that sum to one",
         .paper = "Bridle 1990, Probabilistic interpretation of feedforward classification network outputs",
         .formula = "a = exp(z/τ)/Σ exp(z/τ)",
         .cost = "n²",
         .settings = {{.name = "temperature",
                       .type = Setting::Type::real,
                       .fallback = "1",
                       .least = 1e-6,
                       .most = 1e6,
                       .meaning = "τ: towards 0 the largest score takes all, large values level the row"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Normaliser> {
       return std::make_unique<Softmax>(settings.real("temperature"));
     }}};

}  // namespace
}  // namespace attnscope
