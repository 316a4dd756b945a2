#include <cmath>
#include <limits>

#include "analysis/metric.hpp"

namespace attnscope {
namespace {

double measure(const MeasuredMap& map) {
  const ConstMatrixView& weights = map.weights;
  if (weights.rows != weights.cols) return std::numeric_limits<double>::quiet_NaN();
  double difference = 0.0;
  double size = 0.0;
  for (Index query = 0; query < weights.rows; ++query) {
    for (Index key = 0; key < weights.cols; ++key) {
      const auto weight = static_cast<double>(weights(query, key));
      const double change = weight - static_cast<double>(weights(key, query));
      difference += change * change;
      size += weight * weight;
    }
  }
  return size > 0.0 ? std::sqrt(difference / size) : 0.0;
}

const Registered<Metric> registered{
    {{.name = "asymmetry",
      .summary = "0 for a symmetric map",
      .paper = "attnscope",
      .formula = "‖A−Aᵀ‖/‖A‖, not-a-number where queries and keys are not as many"},
     [](const Settings&) -> std::unique_ptr<const Metric> {
       return std::make_unique<PlainMetric<measure>>();
     }}};

}  // namespace
}  // namespace attnscope
