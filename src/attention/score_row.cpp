#include "attention/score_row.hpp"

#include <cassert>

namespace attnscope {

std::vector<double> score_row(const Recipe& recipe, const Layer& layer, Index head, Index query) {
  if (recipe.approximator) return {};
  Head prepared = layer.head(head);
  Matrix q(prepared.q);
  Matrix k(prepared.k);
  if (recipe.encoding) recipe.encoding->encode(q, k, prepared);
  prepared.q = q;
  prepared.k = k;
  const auto similarity = recipe.similarity->prepare(prepared);
  std::vector<double> scores;
  for (Index key = 0; key < k.rows(); ++key) scores.push_back(similarity->at(query, key));
  for (const Choice<Prior>& prior : recipe.priors) {
    const auto term = prior->prepare(prepared);
    for (Index key = 0; key < k.rows(); ++key) scores[static_cast<std::size_t>(key)] += term->at(query, key);
  }
  if (recipe.cap) {
    for (double& score : scores) score = recipe.cap->cap(score);
  }
  return scores;
}

std::vector<float> weighted_sum(std::span<const float> weights, ConstMatrixView v) {
  assert(static_cast<Index>(weights.size()) == v.rows);
  std::vector<double> sum(static_cast<std::size_t>(v.cols));
  for (Index key = 0; key < v.rows; ++key) {
    const double weight = static_cast<double>(weights[static_cast<std::size_t>(key)]);
    for (Index place = 0; place < v.cols; ++place) {
      sum[static_cast<std::size_t>(place)] += weight * static_cast<double>(v(key, place));
    }
  }
  std::vector<float> rounded;
  for (const double number : sum) rounded.push_back(static_cast<float>(number));
  return rounded;
}

}  // namespace attnscope
