#include "analysis/metric.hpp"

namespace attnscope {
namespace {

double measure(const MeasuredMap& map) {
  return mean_over_rows(map.weights, [](std::span<const float> row, Index) { return entropy_of(row); });
}

const Registered<Metric> registered{{{.name = "row-entropy",
                                      .summary = "how spread out a row is, in nats",
                                      .paper = "Shannon 1948, A mathematical theory of communication",
                                      .formula = "mean of −Σ a ln a"},
                                     [](const Settings&) -> std::unique_ptr<const Metric> {
                                       return std::make_unique<PlainMetric<measure>>();
                                     }}};

}  // namespace
}  // namespace attnscope
