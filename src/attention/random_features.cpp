#include "attention/random_features.hpp"

#include <cmath>

namespace attnscope {
namespace {

/// Takes from a row what earlier rows of its group have, and gives it length one.
void straighten(DoubleMatrix& rows, Index first, Index row) {
  for (int pass = 0; pass < 2; ++pass) {  // the second pass removes what rounding left
    for (Index earlier = first; earlier < row; ++earlier) {
      double shared = 0.0;
      for (Index col = 0; col < rows.cols(); ++col) shared += rows(row, col) * rows(earlier, col);
      for (Index col = 0; col < rows.cols(); ++col) rows(row, col) -= shared * rows(earlier, col);
    }
  }
  double length = 0.0;
  for (const double number : rows.row(row)) length += number * number;
  length = std::sqrt(length);
  for (double& number : rows.row(row)) number /= length;
}

}  // namespace

DoubleMatrix random_directions(Index count, Index size, Directions directions, Random& random) {
  DoubleMatrix rows(count, size);
  for (double& number : rows.numbers()) number = random.normal();
  if (directions == Directions::independent) return rows;
  for (Index row = 0; row < count; ++row) straighten(rows, row / size * size, row);
  for (Index row = 0; row < count; ++row) {
    double squared = 0.0;
    for (Index col = 0; col < size; ++col) {
      const double normal = random.normal();
      squared += normal * normal;
    }
    for (double& number : rows.row(row)) number *= std::sqrt(squared);
  }
  return rows;
}

}  // namespace attnscope
