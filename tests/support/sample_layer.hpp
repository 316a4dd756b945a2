// A small layer of random queries, keys and values for tests.
#pragma once

#include <vector>

#include "attention/layer.hpp"

namespace attnscope {

struct SampleSizes {
  Index tokens = 9;
  Index heads = 2;
  Index head_size = 8;
  std::uint64_t seed = 1;
  double spread = 1.0;  ///< standard deviation of every number
};

/// Owns the numbers that its layer looks at; neither copies nor moves.
class SampleLayer {
 public:
  explicit SampleLayer(const SampleSizes& sizes = {});
  SampleLayer(const SampleLayer&) = delete;
  SampleLayer& operator=(const SampleLayer&) = delete;

  const Layer& layer() const { return layer_; }
  Layer& layer() { return layer_; }
  Parameters& parameters() { return parameters_; }
  Matrix& q(Index head) { return q_[static_cast<std::size_t>(head)]; }
  Matrix& k(Index head) { return k_[static_cast<std::size_t>(head)]; }
  Matrix& v(Index head) { return v_[static_cast<std::size_t>(head)]; }
  Matrix& states() { return states_; }
  /// Replaces everything that belongs to one token by other random numbers.
  void change_token(Index token, std::uint64_t seed);
  /// Token i becomes what token order[i] was.
  void reorder(const std::vector<Index>& order);

 private:
  std::vector<Matrix> q_;
  std::vector<Matrix> k_;
  std::vector<Matrix> v_;
  Matrix states_;
  Parameters parameters_;
  Layer layer_;
};

}  // namespace attnscope
