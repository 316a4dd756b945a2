#include "analysis/spectrum.hpp"

#include <Eigen/SVD>
#include <cmath>

namespace attnscope {

std::vector<double> singular_values(ConstMatrixView matrix) {
  if (matrix.empty()) return {};
  Eigen::MatrixXd copy(matrix.rows, matrix.cols);
  for (Index row = 0; row < matrix.rows; ++row) {
    for (Index col = 0; col < matrix.cols; ++col) copy(row, col) = static_cast<double>(matrix(row, col));
  }
  const Eigen::BDCSVD<Eigen::MatrixXd> decomposition(copy);
  const auto& values = decomposition.singularValues();
  return {values.data(), values.data() + values.size()};
}

double effective_rank(std::span<const double> singular_values) {
  double sum = 0.0;
  for (const double value : singular_values) sum += value;
  if (sum <= 0.0) return 0.0;
  double entropy = 0.0;
  for (const double value : singular_values) {
    const double share = value / sum;
    if (share > 0.0) entropy -= share * std::log(share);
  }
  return std::exp(entropy);
}

double stable_rank(std::span<const double> singular_values) {
  if (singular_values.empty() || singular_values.front() <= 0.0) return 0.0;
  double squares = 0.0;
  for (const double value : singular_values) squares += value * value;
  return squares / (singular_values.front() * singular_values.front());
}

}  // namespace attnscope
