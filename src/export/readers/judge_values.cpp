// What the numbers of a foreign map are: finite or not, of one sign or not, rows that sum to one or not.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "export/readers/given_maps.hpp"

namespace attnscope {
namespace {

// Weights stored with four decimals or in half precision sum to one within this, up to some hundred keys.
constexpr double tolerance = 0.01;
constexpr std::size_t most_warnings = 20;

struct RowSums {
  Index rows = 0;
  Index wrong = 0;  // not one
  double least = HUGE_VAL;
  double most = -HUGE_VAL;
};

std::string two_decimals(double number) {
  std::string text(64, '\0');
  text.resize(static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.2f", number)));
  return text;
}

Index count_not_finite(const Matrix& weights) {
  return std::count_if(weights.numbers().begin(), weights.numbers().end(),
                       [](float weight) { return !std::isfinite(weight); });
}

/// Classifies one map and adds its rows to `sums`.
MapClass classify(const Matrix& weights, RowSums& sums) {
  bool has_negative = false;
  bool are_one = true;
  bool are_below_one = true;
  for (Index query = 0; query < weights.rows(); ++query) {
    double sum = 0.0;
    for (const float weight : weights.row(query)) {
      if (!std::isfinite(weight)) continue;
      sum += static_cast<double>(weight);
      has_negative = has_negative || weight < 0.0F;
    }
    ++sums.rows;
    are_below_one = are_below_one && sum <= 1.0 + tolerance;
    if (std::abs(sum - 1.0) <= tolerance) continue;
    are_one = false;
    ++sums.wrong;
    sums.least = std::min(sums.least, sum);
    sums.most = std::max(sums.most, sum);
  }
  if (has_negative) return are_one ? MapClass::signed_row_stochastic : MapClass::any_sign;
  if (are_one) return MapClass::row_stochastic;
  return are_below_one ? MapClass::substochastic : MapClass::non_negative;
}

}  // namespace

void judge_values(GivenMaps& given, const std::string& what) {
  RowSums sums;
  std::size_t left_out = 0;
  for (GivenMap& one : given.maps) {
    one.map.map_class = classify(one.map.weights, sums);
    const Index count = count_not_finite(one.map.weights);
    one.map.overflows = count;
    if (count == 0) continue;
    if (given.warnings.size() >= most_warnings) {
      ++left_out;
      continue;
    }
    const std::string place = given.has_layers
                                  ? std::to_string(one.map.layer) + "," + std::to_string(one.map.head)
                                  : std::to_string(one.map.head);
    given.warnings.push_back(what + ": attention[" + place + "] has " + std::to_string(count) +
                             (count == 1 ? " value that is" : " values that are") +
                             " NaN or infinite; marked in pictures");
  }
  if (left_out > 0)
    given.warnings.push_back("and " + std::to_string(left_out) + " more maps with such values");
  if (sums.wrong > 0) {
    given.warnings.push_back(what + ": " + std::to_string(sums.wrong) + " of " + std::to_string(sums.rows) +
                             " rows sum to " + two_decimals(sums.least) + "–" + two_decimals(sums.most) +
                             ", not to 1; the values may be raw scores");
  }
}

}  // namespace attnscope
