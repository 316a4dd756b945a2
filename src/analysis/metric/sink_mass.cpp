#include "analysis/metric.hpp"

namespace attnscope {
namespace {

double measure(const MeasuredMap& map) {
  return mean_over_rows(map.weights,
                        [](std::span<const float> row, Index) { return static_cast<double>(row[0]); });
}

const Registered<Metric> registered{
    {{.name = "sink-mass",
      .summary = "mean weight on the first key",
      .paper = "Xiao et al. 2023, Efficient streaming language models with attention sinks",
      .formula = "mean of a(i, 0)"},
     [](const Settings&) -> std::unique_ptr<const Metric> {
       return std::make_unique<PlainMetric<measure>>();
     }}};

}  // namespace
}  // namespace attnscope
