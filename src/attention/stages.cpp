#include "attention/stages.hpp"

namespace attnscope {

void Normaliser::normalise_tile(MatrixView rows, Index first_query, const Head& head) const {
  DoubleMatrix exact = to_double(rows);
  normalise(exact.view(), first_query, head);
  for (Index row = 0; row < rows.rows; ++row) {
    for (Index key = 0; key < rows.cols; ++key) rows(row, key) = static_cast<float>(exact(row, key));
  }
}

DoubleMatrix Operator::dense(Index keys) const {
  DoubleMatrix identity(keys, keys);
  for (Index key = 0; key < keys; ++key) identity(key, key) = 1.0;
  return apply(identity);
}

}  // namespace attnscope
