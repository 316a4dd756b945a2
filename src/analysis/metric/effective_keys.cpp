#include <cmath>

#include "analysis/metric.hpp"

namespace attnscope {
namespace {

double measure(const MeasuredMap& map) {
  return mean_over_rows(map.weights,
                        [](std::span<const float> row, Index) { return std::exp(entropy_of(row)); });
}

const Registered<Metric> registered{{{.name = "effective-keys",
                                      .summary = "how many keys a row really uses",
                                      .paper = "attnscope",
                                      .formula = "mean of exp(−Σ a ln a)"},
                                     [](const Settings&) -> std::unique_ptr<const Metric> {
                                       return std::make_unique<PlainMetric<measure>>();
                                     }}};

}  // namespace
}  // namespace attnscope
