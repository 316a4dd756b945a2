// Rows and columns divided by their sums in turn, until both sum to one: every key receives as much as every
// query gives. One round is softmax.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "attention/row_by_row.hpp"
#include "attention/stages.hpp"

namespace attnscope {
namespace {

void divide_by_sum(std::span<double> row) {
  const double sum = std::accumulate(row.begin(), row.end(), 0.0);
  if (sum <= 0.0) return;
  for (double& weight : row) weight /= sum;
}

void divide_columns(DoubleMatrixView weights) {
  for (Index key = 0; key < weights.cols; ++key) {
    double sum = 0.0;
    for (Index query = 0; query < weights.rows; ++query) sum += weights(query, key);
    if (sum <= 0.0) continue;
    // A map that is not square cannot have both sums one; its columns share the rows' mass equally.
    sum *= static_cast<double>(weights.cols) / static_cast<double>(weights.rows);
    for (Index query = 0; query < weights.rows; ++query) weights(query, key) /= sum;
  }
}

class Sinkhorn final : public Normaliser {
 public:
  explicit Sinkhorn(Index rounds) : rounds_(rounds) {}
  MapClass map_class() const override { return MapClass::row_stochastic; }
  bool is_shift_invariant() const override { return true; }
  bool needs_whole_matrix() const override { return true; }

  void normalise(DoubleMatrixView rows, Index /*first_query*/, const Head& /*head*/) const override {
    row_by_row(rows, [](std::span<double> row) {
      const double most = *std::max_element(row.begin(), row.end());
      for (double& score : row) score = std::exp(score - most);
      divide_by_sum(row);
    });
    for (Index round = 1; round < rounds_; ++round) {
      divide_columns(rows);
      for (Index query = 0; query < rows.rows; ++query) divide_by_sum(rows.row(query));
    }
  }

 private:
  Index rounds_;
};

const Registered<Normaliser> registered{
    {{
         .name = "sinkhorn",
         .summary = "rows and columns both sum to one",
         .paper = "Sander et al. 2022, Sinkformers: transformers with doubly stochastic attention",
         .formula = "rows, columns, rows, … divided by their sums, from exp(z)",
         .cost = "n²·rounds",
         .settings = {{.name = "rounds",
                       .fallback = "20",
                       .least = 1,
                       .most = 10000,
                       .meaning = "times that the rows are divided; 1 is softmax"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Normaliser> {
       return std::make_unique<Sinkhorn>(settings.integer("rounds"));
     }}};

}  // namespace
}  // namespace attnscope
