// Queries and keys divided by the root of their mean square, times a learned gain: scores cannot grow without
// bound.
#include <cmath>

#include "attention/stages.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

void normalise(MatrixView rows, ConstMatrixView gain, double epsilon) {
  for (Index row = 0; row < rows.rows; ++row) {
    const double mean_square = squared_norm(rows.row(row)) / static_cast<double>(rows.cols);
    const double factor = 1.0 / std::sqrt(mean_square + epsilon);
    for (Index col = 0; col < rows.cols; ++col) {
      rows(row, col) = static_cast<float>(static_cast<double>(rows(row, col)) * factor *
                                          static_cast<double>(gain(0, col)));
    }
  }
}

class QkNorm final : public Encoding {
 public:
  explicit QkNorm(double epsilon) : epsilon_(epsilon) {}

  void encode(MatrixView q, MatrixView k, const Head& head) const override {
    const Fallback ones{.kind = Fallback::Kind::ones};
    normalise(q, head.parameter("qk-norm.q", 1, q.cols, ones), epsilon_);
    normalise(k, head.parameter("qk-norm.k", 1, k.cols, ones), epsilon_);
  }

 private:
  double epsilon_;
};

const Registered<Encoding> registered{
    {{
         .name = "qk-norm",
         .summary = "queries and keys brought to one size, times a learned gain",
         .paper = "Henry et al. 2020, Query-key normalization for transformers",
         .formula = "x ← g·x/√(mean x² + ε), g the parameters qk-norm.q, .k",
         .cost = "nd",
         .settings = {{.name = "epsilon",
                       .type = Setting::Type::real,
                       .fallback = "1e-06",
                       .most = 1,
                       .meaning = "ε"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Encoding> {
       return std::make_unique<QkNorm>(settings.real("epsilon"));
     }}};

}  // namespace
}  // namespace attnscope
