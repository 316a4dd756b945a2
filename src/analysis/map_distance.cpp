#include "analysis/map_distance.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

#include "analysis/spectrum.hpp"

namespace attnscope {
namespace {

constexpr double not_defined = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Weights that arithmetic in float leaves where zero is meant.
constexpr double smallest_weight = 1e-9;

double sum_of(std::span<const float> row) {
  double sum = 0.0;
  for (const float weight : row) sum += static_cast<double>(weight);
  return sum;
}

/// KL(p ‖ q) of two rows that sum to p_sum and q_sum.
double divergence(std::span<const float> p, double p_sum, std::span<const float> q, double q_sum) {
  double total = 0.0;
  for (std::size_t key = 0; key < p.size(); ++key) {
    const double share = static_cast<double>(p[key]) / p_sum;
    if (share <= 0.0) continue;
    const double other = static_cast<double>(q[key]) / q_sum;
    if (other <= 0.0) {
      if (share > smallest_weight) return infinity;
      continue;
    }
    total += share * std::log(share / other);
  }
  return std::max(total, 0.0);
}

void add_divergences(MapDistance& distance, ConstMatrixView exact, ConstMatrixView approximate) {
  Index counted = 0;
  for (Index query = 0; query < exact.rows; ++query) {
    const auto p = exact.row(query);
    const auto q = approximate.row(query);
    const bool has_signs = std::ranges::any_of(p, [](float w) { return w < 0.0F; }) ||
                           std::ranges::any_of(q, [](float w) { return w < 0.0F; });
    if (has_signs) {
      distance.mean_kl = distance.worst_kl = not_defined;
      distance.mean_reverse_kl = distance.worst_reverse_kl = not_defined;
      return;
    }
    const double p_sum = sum_of(p);
    const double q_sum = sum_of(q);
    if (p_sum <= 0.0 || q_sum <= 0.0) continue;
    ++counted;
    const double forward = divergence(p, p_sum, q, q_sum);
    const double backward = divergence(q, q_sum, p, p_sum);
    distance.mean_kl += forward;
    distance.mean_reverse_kl += backward;
    distance.worst_kl = std::max(distance.worst_kl, forward);
    distance.worst_reverse_kl = std::max(distance.worst_reverse_kl, backward);
  }
  if (counted == 0) return;
  distance.mean_kl /= static_cast<double>(counted);
  distance.mean_reverse_kl /= static_cast<double>(counted);
}

/// ‖(exact − approximate)·values‖ / ‖exact·values‖
double relative_output_error(ConstMatrixView exact, ConstMatrixView approximate, ConstMatrixView values) {
  double error = 0.0;
  double size = 0.0;
  std::vector<double> difference(static_cast<std::size_t>(values.cols));
  std::vector<double> output(static_cast<std::size_t>(values.cols));
  for (Index query = 0; query < exact.rows; ++query) {
    std::ranges::fill(difference, 0.0);
    std::ranges::fill(output, 0.0);
    for (Index key = 0; key < exact.cols; ++key) {
      const auto weight = static_cast<double>(exact(query, key));
      const double lost = weight - static_cast<double>(approximate(query, key));
      for (Index place = 0; place < values.cols; ++place) {
        const auto value = static_cast<double>(values(key, place));
        output[static_cast<std::size_t>(place)] += weight * value;
        difference[static_cast<std::size_t>(place)] += lost * value;
      }
    }
    for (const double part : difference) error += part * part;
    for (const double part : output) size += part * part;
  }
  return size > 0.0 ? std::sqrt(error / size) : not_defined;
}

std::ptrdiff_t place_of_largest(std::span<const float> row) {
  return std::ranges::max_element(row) - row.begin();
}

}  // namespace

MapDistance distance_of(ConstMatrixView exact, ConstMatrixView approximate, ConstMatrixView values,
                        WithRank with_rank) {
  assert(exact.rows == approximate.rows && exact.cols == approximate.cols);
  MapDistance distance;
  add_divergences(distance, exact, approximate);
  double squares = 0.0;
  double exact_squares = 0.0;
  double mass = 0.0;
  double kept = 0.0;
  Index agreeing = 0;
  for (Index query = 0; query < exact.rows; ++query) {
    for (Index key = 0; key < exact.cols; ++key) {
      const auto weight = static_cast<double>(exact(query, key));
      const auto other = static_cast<double>(approximate(query, key));
      squares += (weight - other) * (weight - other);
      exact_squares += weight * weight;
      mass += std::abs(weight);
      if (other != 0.0) kept += std::abs(weight);
    }
    if (place_of_largest(exact.row(query)) == place_of_largest(approximate.row(query))) ++agreeing;
  }
  distance.frobenius = std::sqrt(squares);
  distance.relative_frobenius = exact_squares > 0.0 ? std::sqrt(squares / exact_squares) : not_defined;
  distance.output_error = values.empty() ? not_defined : relative_output_error(exact, approximate, values);
  distance.top_agreement =
      exact.rows > 0 ? static_cast<double>(agreeing) / static_cast<double>(exact.rows) : not_defined;
  distance.mass_kept = mass > 0.0 ? kept / mass : not_defined;
  distance.effective_rank =
      with_rank == WithRank::yes ? effective_rank(singular_values(approximate)) : not_defined;
  return distance;
}

MapDistance mean_of(std::span<const MapDistance> distances) {
  assert(!distances.empty());
  MapDistance mean;
  const auto count = static_cast<double>(distances.size());
  const auto worse = [](double a, double b) {
    return std::isnan(a) || std::isnan(b) ? not_defined : std::max(a, b);
  };
  for (const MapDistance& one : distances) {
    mean.mean_kl += one.mean_kl / count;
    mean.worst_kl = worse(mean.worst_kl, one.worst_kl);
    mean.mean_reverse_kl += one.mean_reverse_kl / count;
    mean.worst_reverse_kl = worse(mean.worst_reverse_kl, one.worst_reverse_kl);
    mean.frobenius += one.frobenius / count;
    mean.relative_frobenius += one.relative_frobenius / count;
    mean.output_error += one.output_error / count;
    mean.top_agreement += one.top_agreement / count;
    mean.mass_kept += one.mass_kept / count;
    mean.effective_rank += one.effective_rank / count;
  }
  return mean;
}

}  // namespace attnscope
