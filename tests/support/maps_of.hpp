// Maps of a layer for a recipe given in words.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "attention/engine.hpp"
#include "support/sample_layer.hpp"

namespace attnscope {

/// The map of one head under the standard recipe with the typed stages in place.
inline Matrix map_of(const Layer& layer, const RecipeText& text, Index head = 0) {
  ThreadPool pool(1);
  const std::vector<Index> heads{head};
  return compute_maps(make_recipe(standard_recipe(), text), layer, heads, nullptr, pool).front().weights;
}

/// Largest difference of two entries; infinite where the shapes differ or a number is missing.
inline double gap_between(const Matrix& one, const Matrix& other) {
  if (one.rows() != other.rows() || one.cols() != other.cols()) return INFINITY;
  double largest = 0.0;
  for (Index row = 0; row < one.rows(); ++row) {
    for (Index col = 0; col < one.cols(); ++col) {
      const double gap = std::abs(static_cast<double>(one(row, col)) - static_cast<double>(other(row, col)));
      if (std::isnan(gap)) return INFINITY;
      largest = std::max(largest, gap);
    }
  }
  return largest;
}

}  // namespace attnscope
