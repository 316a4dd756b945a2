#include "analysis/metric.hpp"

namespace attnscope {
namespace {

double measure(const MeasuredMap& map) {
  return mean_over_rows(map.weights, [](std::span<const float> row, Index) {
    double sum = 0.0;
    double squares = 0.0;
    for (const float weight : row) {
      sum += static_cast<double>(weight);
      squares += static_cast<double>(weight) * static_cast<double>(weight);
    }
    return squares > 0.0 ? sum * sum / squares : 0.0;
  });
}

const Registered<Metric> registered{{{.name = "participation",
                                      .summary = "keys that share a row if they shared alike",
                                      .paper = "Bell & Dean 1970, Atomic vibrations in vitreous silica",
                                      .formula = "mean of (Σ a)²/Σ a²"},
                                     [](const Settings&) -> std::unique_ptr<const Metric> {
                                       return std::make_unique<PlainMetric<measure>>();
                                     }}};

}  // namespace
}  // namespace attnscope
