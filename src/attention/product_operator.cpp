#include "attention/product_operator.hpp"

#include <utility>

#include "attention/softmax_over.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class ProductOperator final : public Operator {
 public:
  explicit ProductOperator(std::vector<DoubleMatrix> factors) : factors_(std::move(factors)) {}

  DoubleMatrix apply(ConstDoubleMatrixView v) const override {
    DoubleMatrix result(v);
    for (auto factor = factors_.rbegin(); factor != factors_.rend(); ++factor)
      result = product(*factor, result);
    return result;
  }

 private:
  std::vector<DoubleMatrix> factors_;
};

/// First row of a segment.
Index segment_start(Index rows, Index parts, Index part) {
  return part * rows / parts;
}

}  // namespace

std::unique_ptr<const Operator> product_operator(std::vector<DoubleMatrix> factors) {
  return std::make_unique<ProductOperator>(std::move(factors));
}

DoubleMatrix softmax_scores(const DoubleMatrix& q, const DoubleMatrix& k, double scale) {
  DoubleMatrix scores = product_transposed(q, k);
  for (double& score : scores.numbers()) score *= scale;
  for (Index row = 0; row < scores.rows(); ++row) softmax_over(scores.row(row));
  return scores;
}

DoubleMatrix segment_mean_weights(Index rows, Index parts) {
  assert(parts >= 1 && parts <= rows);
  DoubleMatrix weights(parts, rows);
  for (Index part = 0; part < parts; ++part) {
    const Index first = segment_start(rows, parts, part);
    const Index last = segment_start(rows, parts, part + 1);
    for (Index row = first; row < last; ++row) weights(part, row) = 1.0 / static_cast<double>(last - first);
  }
  return weights;
}

DoubleMatrix segment_means(const DoubleMatrix& rows, Index parts) {
  return product(segment_mean_weights(rows.rows(), parts), rows);
}

Cost landmark_cost(const Sizes& sizes, Index parts) {
  const double rows = static_cast<double>(sizes.queries + sizes.keys);
  const double each = static_cast<double>(parts) * static_cast<double>(sizes.head_size + sizes.value_size);
  return {.flops = 2.0 * rows * each,
          .bytes = 4.0 * rows * static_cast<double>(sizes.head_size + sizes.value_size + parts)};
}

}  // namespace attnscope
