#include <algorithm>
#include <functional>

#include "analysis/metric.hpp"

namespace attnscope {
namespace {

double measure(const MeasuredMap& map) {
  std::vector<float> sorted;
  return mean_over_rows(map.weights, [&](std::span<const float> row, Index) {
    sorted.assign(row.begin(), row.end());
    std::ranges::sort(sorted, std::greater<>());
    double whole = 0.0;
    for (const float weight : sorted) whole += static_cast<double>(weight);
    // A float's rounding must not ask for one key more.
    const double wanted = 0.9 * whole - 1e-6;
    double held = 0.0;
    double count = 0.0;
    for (const float weight : sorted) {
      if (held >= wanted) break;
      held += static_cast<double>(weight);
      count += 1.0;
    }
    return count;
  });
}

const Registered<Metric> registered{{{.name = "keys-for-most",
                                      .summary = "the fewest keys that hold nine tenths of a row",
                                      .paper = "attnscope",
                                      .formula = "mean of the least k with the k largest ≥ 0.9·Σ a"},
                                     [](const Settings&) -> std::unique_ptr<const Metric> {
                                       return std::make_unique<PlainMetric<measure>>();
                                     }}};

}  // namespace
}  // namespace attnscope
