#include <cmath>

#include "analysis/metric.hpp"

namespace attnscope {
namespace {

double measure(const MeasuredMap& map) {
  return mean_over_rows(map.weights, [](std::span<const float> row, Index query) {
    double distance = 0.0;
    for (std::size_t key = 0; key < row.size(); ++key)
      distance +=
          static_cast<double>(row[key]) * std::abs(static_cast<double>(key) - static_cast<double>(query));
    return distance;
  });
}

const Registered<Metric> registered{{{.name = "mean-distance",
                                      .summary = "how far a query looks, in tokens",
                                      .paper = "attnscope",
                                      .formula = "mean of Σ a(i, j)·|i−j|"},
                                     [](const Settings&) -> std::unique_ptr<const Metric> {
                                       return std::make_unique<PlainMetric<measure>>();
                                     }}};

}  // namespace
}  // namespace attnscope
