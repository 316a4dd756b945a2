// Attention through feature maps: A = D⁻¹ φ(Q)φ(K)ᵀ, from sums over keys and never from pairs.
#pragma once

#include <memory>

#include "attention/stages.hpp"

namespace attnscope {

struct FeatureSettings {
  /// Whether rows are divided by φ(q)·Σφ(k).
  enum class Denominator { divide, none };
  Denominator denominator = Denominator::divide;
  double floor = 0.0;  ///< least size of a denominator; rows below it are divided by the floor
  double decay = 1.0;  ///< causal: what is left of the sums at each step
};

/// q: [queries x features], k: [keys x features]. Causal: query i sees the keys up to i, by running sums.
std::unique_ptr<const Operator> feature_operator(DoubleMatrix q, DoubleMatrix k,
                                                 Approximator::Direction direction,
                                                 const FeatureSettings& settings = {});

/// Cost of the sums and of reading them: queries and keys times features times values, twice each.
Cost feature_cost(const Sizes& sizes, Index features);

}  // namespace attnscope
