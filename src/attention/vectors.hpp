// Sums over vectors and small matrix products in double, for definitions.
#pragma once

#include <cassert>
#include <span>

#include "core/matrix.hpp"

namespace attnscope {

inline double dot(std::span<const float> left, std::span<const float> right) {
  assert(left.size() == right.size());
  double sum = 0.0;
  for (std::size_t place = 0; place < left.size(); ++place) {
    sum += static_cast<double>(left[place]) * static_cast<double>(right[place]);
  }
  return sum;
}

inline double dot(std::span<const double> left, std::span<const double> right) {
  assert(left.size() == right.size());
  double sum = 0.0;
  for (std::size_t place = 0; place < left.size(); ++place) sum += left[place] * right[place];
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

/// left · rightᵀ. [left.rows x right.rows]
inline DoubleMatrix product_transposed(const DoubleMatrix& left, const DoubleMatrix& right) {
  DoubleMatrix result(left.rows(), right.rows());
  for (Index row = 0; row < left.rows(); ++row) {
    for (Index col = 0; col < right.rows(); ++col) result(row, col) = dot(left.row(row), right.row(col));
  }
  return result;
}

inline DoubleMatrix product_transposed(ConstMatrixView left, ConstMatrixView right) {
  return product_transposed(to_double(left), to_double(right));
}

/// left · right. [left.rows x right.cols]
inline DoubleMatrix product(const DoubleMatrix& left, const DoubleMatrix& right) {
  assert(left.cols() == right.rows());
  DoubleMatrix result(left.rows(), right.cols());
  for (Index row = 0; row < left.rows(); ++row) {
    for (Index inner = 0; inner < right.rows(); ++inner) {
      const double factor = left(row, inner);
      for (Index col = 0; col < right.cols(); ++col) result(row, col) += factor * right(inner, col);
    }
  }
  return result;
}

inline DoubleMatrix product(ConstMatrixView left, ConstMatrixView right) {
  return product(to_double(left), to_double(right));
}

}  // namespace attnscope
