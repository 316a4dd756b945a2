#include "attention/feature_operator.hpp"

#include <cmath>
#include <utility>

namespace attnscope {
namespace {

double divided(double number, double denominator, double floor) {
  if (std::abs(denominator) < floor) denominator = denominator < 0.0 ? -floor : floor;
  return denominator == 0.0 ? 0.0 : number / denominator;  // a query without any feature attends to nothing
}

class FeatureOperator final : public Operator {
 public:
  FeatureOperator(DoubleMatrix q, DoubleMatrix k, Approximator::Direction direction,
                  const FeatureSettings& settings)
      : q_(std::move(q)), k_(std::move(k)), direction_(direction), settings_(settings) {}

  DoubleMatrix apply(ConstDoubleMatrixView v) const override {
    DoubleMatrix sums(k_.cols(), v.cols);                            // Σ φ(k) vᵀ
    std::vector<double> total(static_cast<std::size_t>(k_.cols()));  // Σ φ(k)
    DoubleMatrix output(q_.rows(), v.cols);
    const bool is_causal = direction_ == Approximator::Direction::causal;
    if (!is_causal) {
      for (Index key = 0; key < k_.rows(); ++key) add_key(key, v, sums, total);
    }
    for (Index query = 0; query < q_.rows(); ++query) {
      if (is_causal && query < k_.rows()) {
        for (double& sum : sums.numbers()) sum *= settings_.decay;
        for (double& sum : total) sum *= settings_.decay;
        add_key(query, v, sums, total);
      }
      answer(query, sums, total, output.row(query));
    }
    return output;
  }

 private:
  void add_key(Index key, ConstDoubleMatrixView v, DoubleMatrix& sums, std::vector<double>& total) const {
    for (Index feature = 0; feature < k_.cols(); ++feature) {
      const double value = k_(key, feature);
      total[static_cast<std::size_t>(feature)] += value;
      for (Index col = 0; col < v.cols; ++col) sums(feature, col) += value * v(key, col);
    }
  }

  void answer(Index query, const DoubleMatrix& sums, const std::vector<double>& total,
              std::span<double> row) const {
    double denominator = 0.0;
    for (Index feature = 0; feature < q_.cols(); ++feature) {
      const double value = q_(query, feature);
      denominator += value * total[static_cast<std::size_t>(feature)];
      for (std::size_t col = 0; col < row.size(); ++col)
        row[col] += value * sums(feature, static_cast<Index>(col));
    }
    if (settings_.denominator == FeatureSettings::Denominator::none) return;
    for (double& number : row) number = divided(number, denominator, settings_.floor);
  }

  DoubleMatrix q_;
  DoubleMatrix k_;
  Approximator::Direction direction_;
  FeatureSettings settings_;
};

}  // namespace

std::unique_ptr<const Operator> feature_operator(DoubleMatrix q, DoubleMatrix k,
                                                 Approximator::Direction direction,
                                                 const FeatureSettings& settings) {
  assert(q.cols() == k.cols());
  return std::make_unique<FeatureOperator>(std::move(q), std::move(k), direction, settings);
}

Cost feature_cost(const Sizes& sizes, Index features) {
  const double rows = static_cast<double>(sizes.queries + sizes.keys);
  const double work = static_cast<double>(features) * static_cast<double>(sizes.value_size + 1);
  return {.flops = 2.0 * rows * work,
          .bytes = 4.0 * (rows * static_cast<double>(sizes.value_size + features) + work)};
}

}  // namespace attnscope
