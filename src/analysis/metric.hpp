// Numbers that say what an attention distribution is like: is it low rank, sparse, banded, does it have
// sinks?
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/matrix.hpp"
#include "core/registry.hpp"

namespace attnscope {

/// A map to be measured, with what several metrics need of it.
struct MeasuredMap {
  ConstMatrixView weights;                    ///< [queries x keys], not negative, at least one row and key
  std::span<const double> singular_values{};  ///< from the largest on
};

class Metric {
 public:
  static constexpr std::string_view family = "metric";
  virtual ~Metric() = default;
  virtual double measure(const MeasuredMap& map) const = 0;
};

/// A metric that is one function.
template <double (*Measure)(const MeasuredMap&)>
class PlainMetric final : public Metric {
 public:
  double measure(const MeasuredMap& map) const override { return Measure(map); }
};

/// The mean of `of_row` over all rows, each weighed as it is.
template <typename OfRow>
double mean_over_rows(ConstMatrixView weights, const OfRow& of_row) {
  double sum = 0.0;
  for (Index query = 0; query < weights.rows; ++query) sum += of_row(weights.row(query), query);
  return sum / static_cast<double>(weights.rows);
}

/// −Σ a·ln a of one row, in nats.
double entropy_of(std::span<const float> row);

/// How much each key receives: the column sums.
std::vector<double> received_by_keys(ConstMatrixView weights);

}  // namespace attnscope
