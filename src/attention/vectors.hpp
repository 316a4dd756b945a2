// Sums over vectors in double, for definitions.
#pragma once

#include <cassert>
#include <span>

namespace attnscope {

inline double dot(std::span<const float> left, std::span<const float> right) {
  assert(left.size() == right.size());
  double sum = 0.0;
  for (std::size_t place = 0; place < left.size(); ++place) {
    sum += static_cast<double>(left[place]) * static_cast<double>(right[place]);
  }
  return sum;
}

inline double squared_norm(std::span<const float> vector) {
  return dot(vector, vector);
}

inline double squared_distance(std::span<const float> left, std::span<const float> right) {
  assert(left.size() == right.size());
  double sum = 0.0;
  for (std::size_t place = 0; place < left.size(); ++place) {
    const double gap = static_cast<double>(left[place]) - static_cast<double>(right[place]);
    sum += gap * gap;
  }
  return sum;
}

}  // namespace attnscope
