#include "analysis/metric.hpp"

namespace attnscope {
namespace {

class BlockMass final : public Metric {
 public:
  explicit BlockMass(Index size) : size_(size) {}
  double measure(const MeasuredMap& map) const override {
    return mean_over_rows(map.weights, [&](std::span<const float> row, Index query) {
      double mass = 0.0;
      for (Index key = 0; key < map.weights.cols; ++key) {
        if (query / size_ == key / size_) mass += static_cast<double>(row[static_cast<std::size_t>(key)]);
      }
      return mass;
    });
  }

 private:
  Index size_;
};

const Registered<Metric> registered{
    {{.name = "block-mass",
      .summary = "mean weight on keys of the query's own block",
      .paper = "attnscope",
      .formula = "mean of Σ a(i, j) over ⌊i/size⌋ = ⌊j/size⌋",
      .settings =
          {{.name = "size", .fallback = "8", .least = 1, .unit = "tokens", .meaning = "tokens in a block"}}},
     [](const Settings& settings) -> std::unique_ptr<const Metric> {
       return std::make_unique<BlockMass>(settings.integer("size"));
     }}};

}  // namespace
}  // namespace attnscope
