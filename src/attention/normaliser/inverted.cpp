// The queries compete for each key (softmax down the columns), then each row is divided by its sum: the slots
// of slot attention.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "attention/row_by_row.hpp"
#include "attention/stages.hpp"

namespace attnscope {
namespace {

constexpr double excluded = -std::numeric_limits<double>::infinity();

void softmax_column(DoubleMatrixView scores, Index key) {
  double most = excluded;
  for (Index query = 0; query < scores.rows; ++query) most = std::max(most, scores(query, key));
  if (most == excluded) return;
  double sum = 0.0;
  for (Index query = 0; query < scores.rows; ++query) sum += std::exp(scores(query, key) - most);
  for (Index query = 0; query < scores.rows; ++query) {
    double& score = scores(query, key);
    // Weights far below float's reach keep a trace, so that a row whose keys all prefer others still has a
    // sum.
    if (score != excluded) score = std::max(std::exp(score - most) / sum, std::numeric_limits<double>::min());
  }
}

class Inverted final : public Normaliser {
 public:
  MapClass map_class() const override { return MapClass::row_stochastic; }
  bool needs_whole_matrix() const override { return true; }

  void normalise(DoubleMatrixView rows, Index /*first_query*/, const Head& /*head*/) const override {
    for (Index key = 0; key < rows.cols; ++key) softmax_column(rows, key);
    row_by_row(rows, [](std::span<double> row) {
      for (double& weight : row) weight = weight == excluded ? 0.0 : weight;
      const double sum = std::accumulate(row.begin(), row.end(), 0.0);
      for (double& weight : row) weight /= sum;
    });
  }
};

const Registered<Normaliser> registered{
    {{
         .name = "inverted",
         .summary = "queries compete for each key, then rows are divided by their sum",
         .paper = "Locatello et al. 2020, Object-centric learning with slot attention",
         .formula = "u = exp(z)/Σᵢ exp(z), a = u/Σⱼ u",
         .cost = "n²",
     },
     [](const Settings&) -> std::unique_ptr<const Normaliser> { return std::make_unique<Inverted>(); }}};

}  // namespace
}  // namespace attnscope
