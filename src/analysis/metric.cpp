#include "analysis/metric.hpp"

#include <cmath>

namespace attnscope {

double entropy_of(std::span<const float> row) {
  double entropy = 0.0;
  for (const float weight : row) {
    const auto share = static_cast<double>(weight);
    if (share > 0.0) entropy -= share * std::log(share);
  }
  return entropy;
}

std::vector<double> received_by_keys(ConstMatrixView weights) {
  std::vector<double> received(static_cast<std::size_t>(weights.cols));
  for (Index query = 0; query < weights.rows; ++query) {
    for (Index key = 0; key < weights.cols; ++key)
      received[static_cast<std::size_t>(key)] += static_cast<double>(weights(query, key));
  }
  return received;
}

}  // namespace attnscope
