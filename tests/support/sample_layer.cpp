#include "support/sample_layer.hpp"

#include <algorithm>

#include "core/random.hpp"

namespace attnscope {
namespace {

Matrix random_matrix(Index rows, Index cols, double spread, Random& random) {
  Matrix matrix(rows, cols);
  for (float& number : matrix.numbers()) number = static_cast<float>(spread * random.normal());
  return matrix;
}

}  // namespace

SampleLayer::SampleLayer(const SampleSizes& sizes) {
  Random random(sizes.seed);
  for (Index head = 0; head < sizes.heads; ++head) {
    q_.push_back(random_matrix(sizes.tokens, sizes.head_size, sizes.spread, random));
    k_.push_back(random_matrix(sizes.tokens, sizes.head_size, sizes.spread, random));
    v_.push_back(random_matrix(sizes.tokens, sizes.head_size, sizes.spread, random));
  }
  states_ = random_matrix(sizes.tokens, sizes.heads * sizes.head_size, sizes.spread, random);
  layer_.q.assign(q_.begin(), q_.end());
  layer_.k.assign(k_.begin(), k_.end());
  layer_.v.assign(v_.begin(), v_.end());
  layer_.query_states = states_;
  layer_.key_states = states_;
  layer_.parameters = &parameters_;
}

void SampleLayer::change_token(Index token, std::uint64_t seed) {
  Random random(seed);
  const auto change = [&](Matrix& matrix) {
    for (float& number : matrix.row(token)) number = static_cast<float>(random.normal());
  };
  for (Matrix& matrix : q_) change(matrix);
  for (Matrix& matrix : k_) change(matrix);
  for (Matrix& matrix : v_) change(matrix);
  change(states_);
}

void SampleLayer::reorder(const std::vector<Index>& order) {
  const auto permute = [&](Matrix& matrix) {
    const Matrix before = matrix;
    for (Index row = 0; row < matrix.rows(); ++row) {
      const std::span<const float> source = before.row(order[static_cast<std::size_t>(row)]);
      std::copy(source.begin(), source.end(), matrix.row(row).begin());
    }
  };
  for (Matrix& matrix : q_) permute(matrix);
  for (Matrix& matrix : k_) permute(matrix);
  for (Matrix& matrix : v_) permute(matrix);
  permute(states_);
}

}  // namespace attnscope
