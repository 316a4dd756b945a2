#include <cstdlib>

#include "analysis/metric.hpp"

namespace attnscope {
namespace {

class BandMass final : public Metric {
 public:
  explicit BandMass(Index radius) : radius_(radius) {}
  double measure(const MeasuredMap& map) const override {
    return mean_over_rows(map.weights, [&](std::span<const float> row, Index query) {
      double mass = 0.0;
      for (Index key = 0; key < map.weights.cols; ++key) {
        if (std::abs(query - key) <= radius_) mass += static_cast<double>(row[static_cast<std::size_t>(key)]);
      }
      return mass;
    });
  }

 private:
  Index radius_;
};

const Registered<Metric> registered{
    {{.name = "band-mass",
      .summary = "mean weight near the diagonal",
      .paper = "attnscope",
      .formula = "mean of Σ a(i, j) over |i−j| ≤ radius",
      .settings = {{.name = "radius", .fallback = "1", .unit = "tokens", .meaning = "reach to both sides"}}},
     [](const Settings& settings) -> std::unique_ptr<const Metric> {
       return std::make_unique<BandMass>(settings.integer("radius"));
     }}};

}  // namespace
}  // namespace attnscope
