#include "analysis/profile.hpp"

#include <algorithm>
#include <cassert>
#include <functional>

#include "analysis/spectrum.hpp"

namespace attnscope {
namespace {

/// Every registered metric at its defaults, made once.
const std::vector<std::pair<std::string_view, std::unique_ptr<const Metric>>>& all_metrics() {
  static const auto metrics = [] {
    std::vector<std::pair<std::string_view, std::unique_ptr<const Metric>>> all;
    for (const auto& entry : Registry<Metric>::instance().entries())
      all.emplace_back(entry.name, Registry<Metric>::instance().make(entry.name));
    return all;
  }();
  return metrics;
}

void add_offsets(std::vector<double>& sums, ConstMatrixView weights) {
  for (Index query = 0; query < weights.rows; ++query) {
    for (Index key = std::max<Index>(0, query - profile_reach); key < weights.cols; ++key) {
      if (key > query + profile_reach) break;
      sums[static_cast<std::size_t>(key - query + profile_reach)] +=
          static_cast<double>(weights(query, key)) / static_cast<double>(weights.rows);
    }
  }
}

void add_top_keys(std::vector<double>& sums, ConstMatrixView weights) {
  std::vector<float> row;
  for (Index query = 0; query < weights.rows; ++query) {
    row.assign(weights.row(query).begin(), weights.row(query).end());
    std::ranges::sort(row, std::greater<>());
    double held = 0.0;
    for (std::size_t count = 0; count < sums.size(); ++count) {
      if (count < row.size()) held += static_cast<double>(row[count]);
      sums[count] += held / static_cast<double>(weights.rows);
    }
  }
}

void add_energy(std::vector<double>& sums, std::span<const double> singular_values) {
  double whole = 0.0;
  for (const double value : singular_values) whole += value * value;
  double held = 0.0;
  for (std::size_t rank = 0; rank < sums.size(); ++rank) {
    if (rank < singular_values.size()) held += singular_values[rank] * singular_values[rank];
    sums[rank] += whole > 0.0 ? held / whole : 0.0;
  }
}

void add_all(std::vector<double>& sums, const std::vector<double>& others) {
  for (std::size_t place = 0; place < sums.size(); ++place) sums[place] += others[place];
}

}  // namespace

HeadProfile::HeadProfile()
    : metrics_(all_metrics().size()),
      offsets_(2 * profile_reach + 1),
      top_keys_(profile_reach),
      energy_(profile_reach) {}

void HeadProfile::add(ConstMatrixView weights, const std::vector<Token>& tokens) {
  const std::vector<double> values = singular_values(weights);
  const MeasuredMap map{.weights = weights, .singular_values = values};
  for (std::size_t place = 0; place < metrics_.size(); ++place)
    metrics_[place] += all_metrics()[place].second->measure(map);
  const Shape shape = shape_of(weights, tokens);
  const auto name = std::ranges::find(shape_names, name_of(shape.kind));
  ++shapes_[static_cast<std::size_t>(name - shape_names.begin())];
  offset_ = shape.offset;
  entropy_share_ += shape.entropy_share;
  rank_share_ += effective_rank(values) / static_cast<double>(weights.rows);
  special_mass_ += shape.special_mass;
  top_weight_ += shape.top_weight;
  add_offsets(offsets_, weights);
  add_top_keys(top_keys_, weights);
  add_energy(energy_, values);
  ++texts_;
}

void HeadProfile::add(const HeadProfile& other) {
  add_all(metrics_, other.metrics_);
  for (std::size_t place = 0; place < shapes_.size(); ++place) shapes_[place] += other.shapes_[place];
  if (other.texts_ > 0) offset_ = other.offset_;
  entropy_share_ += other.entropy_share_;
  rank_share_ += other.rank_share_;
  special_mass_ += other.special_mass_;
  top_weight_ += other.top_weight_;
  add_all(offsets_, other.offsets_);
  add_all(top_keys_, other.top_keys_);
  add_all(energy_, other.energy_);
  texts_ += other.texts_;
}

std::vector<std::pair<std::string_view, double>> HeadProfile::metrics() const {
  std::vector<std::pair<std::string_view, double>> named;
  const std::vector<double> means = mean(metrics_);
  for (std::size_t place = 0; place < means.size(); ++place)
    named.emplace_back(all_metrics()[place].first, means[place]);
  return named;
}

double HeadProfile::metric(std::string_view name) const {
  for (const auto& [known, value] : metrics()) {
    if (known == name) return value;
  }
  assert(false && "no metric of that name");
  return 0.0;
}

std::size_t HeadProfile::main_shape() const {
  return static_cast<std::size_t>(std::ranges::max_element(shapes_) - shapes_.begin());
}

std::vector<double> HeadProfile::mean(const std::vector<double>& sums) const {
  std::vector<double> means = sums;
  for (double& value : means) value /= static_cast<double>(std::max<Index>(1, texts_));
  return means;
}

}  // namespace attnscope
