#include <algorithm>

#include "analysis/metric.hpp"

namespace attnscope {
namespace {

double measure(const MeasuredMap& map) {
  std::vector<double> received = received_by_keys(map.weights);
  std::ranges::sort(received);
  double sum = 0.0;
  double ranked = 0.0;
  for (std::size_t place = 0; place < received.size(); ++place) {
    sum += received[place];
    ranked += static_cast<double>(place + 1) * received[place];
  }
  const auto count = static_cast<double>(received.size());
  return sum > 0.0 ? 2.0 * ranked / (count * sum) - (count + 1.0) / count : 0.0;
}

const Registered<Metric> registered{
    {{.name = "received-gini",
      .summary = "how unequally keys receive attention: 0 alike, near 1 one for all",
      .paper = "Gini 1912, Variabilità e mutabilità",
      .formula = "Gini coefficient of the column sums"},
     [](const Settings&) -> std::unique_ptr<const Metric> {
       return std::make_unique<PlainMetric<measure>>();
     }}};

}  // namespace
}  // namespace attnscope
