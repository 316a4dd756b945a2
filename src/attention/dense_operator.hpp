// An operator that has its map at hand, for attention that is linear in the values but no single softmax.
#pragma once

#include <memory>
#include <utility>

#include "attention/stages.hpp"
#include "attention/vectors.hpp"

namespace attnscope {

class DenseOperator final : public Operator {
 public:
  explicit DenseOperator(DoubleMatrix weights) : weights_(std::move(weights)) {}
  DoubleMatrix apply(ConstDoubleMatrixView v) const override { return product(weights_, DoubleMatrix(v)); }
  DoubleMatrix dense(Index /*keys*/) const override { return weights_; }

 private:
  DoubleMatrix weights_;
};

/// weights: [queries x keys].
inline std::unique_ptr<const Operator> operator_of(DoubleMatrix weights) {
  return std::make_unique<DenseOperator>(std::move(weights));
}

}  // namespace attnscope
