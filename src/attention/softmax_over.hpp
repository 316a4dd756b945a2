// Softmax over scored things that are not all keys of a row: spans, slots, members of a cluster.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace attnscope {

/// In place: scores to weights that sum to one. -infinity gives 0; where nothing else is there, all become 0.
inline void softmax_over(std::span<double> scores) {
  double most = -std::numeric_limits<double>::infinity();
  for (const double score : scores) most = std::max(most, score);
  double sum = 0.0;
  for (double& score : scores) {
    score = most == -std::numeric_limits<double>::infinity() ? 0.0 : std::exp(score - most);
    sum += score;
  }
  for (double& weight : scores) weight = sum > 0.0 ? weight / sum : 0.0;
}

}  // namespace attnscope
