// Part softmax, part softmax of what the keys prefer, so that no key is passed over by all queries:
//
//   a = c·softmax(log softmax↓(z)) + (1-c)·softmax(z)      ↓: down the columns
#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/row_by_row.hpp"
#include "attention/stages.hpp"

namespace attnscope {
namespace {

constexpr double excluded = -std::numeric_limits<double>::infinity();

void softmax(std::span<double> row) {
  const double most = *std::max_element(row.begin(), row.end());
  double sum = 0.0;
  for (double& score : row) {
    score = std::exp(score - most);
    sum += score;
  }
  for (double& weight : row) weight /= sum;
}

/// Subtracts from each column the logarithm of its sum of exponentials.
void log_softmax_columns(DoubleMatrixView scores) {
  for (Index key = 0; key < scores.cols; ++key) {
    double most = excluded;
    for (Index query = 0; query < scores.rows; ++query) most = std::max(most, scores(query, key));
    if (most == excluded) continue;
    double sum = 0.0;
    for (Index query = 0; query < scores.rows; ++query) sum += std::exp(scores(query, key) - most);
    const double level = most + std::log(sum);
    for (Index query = 0; query < scores.rows; ++query) scores(query, key) -= level;
  }
}

class Doubly final : public Normaliser {
 public:
  explicit Doubly(double share) : share_(share) {}
  MapClass map_class() const override { return MapClass::row_stochastic; }
  bool is_shift_invariant() const override { return share_ == 0.0; }
  bool needs_whole_matrix() const override { return true; }

  void normalise(DoubleMatrixView rows, Index /*first_query*/, const Head& /*head*/) const override {
    DoubleMatrix by_key(rows.rows, rows.cols);
    for (Index query = 0; query < rows.rows; ++query) {
      std::copy(rows.row(query).begin(), rows.row(query).end(), by_key.row(query).begin());
    }
    log_softmax_columns(by_key);
    row_by_row(by_key, softmax);
    row_by_row(rows, softmax);
    for (Index query = 0; query < rows.rows; ++query) {
      for (Index key = 0; key < rows.cols; ++key) {
        rows(query, key) = share_ * by_key(query, key) + (1.0 - share_) * rows(query, key);
      }
    }
  }

 private:
  double share_;
};

const Registered<Normaliser> registered{
    {{
         .name = "doubly",
         .summary = "softmax mixed with what the keys prefer, so that no key is passed over",
         .paper = "Ding et al. 2020, Attention that does not explain away",
         .formula = "a = c·softmax(log softmax↓(z)) + (1-c)·softmax(z)",
         .cost = "n²",
         .settings = {{.name = "share",
                       .type = Setting::Type::real,
                       .fallback = "0.5",
                       .least = 0,
                       .most = 1,
                       .meaning = "c: how much the keys' view counts; 0 is softmax"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Normaliser> {
       return std::make_unique<Doubly>(settings.real("share"));
     }}};

}  // namespace
}  // namespace attnscope
