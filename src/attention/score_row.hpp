// The scores of one query, by the definitions of the stages: for looking closely, not for speed.
#pragma once

#include <vector>

#include "attention/recipe.hpp"

namespace attnscope {

/// cap( similarity + priors ) of the query with every key, after the encoding and before mixers, pattern and
/// normaliser; empty where an approximator takes their place.
std::vector<double> score_row(const Recipe& recipe, const Layer& layer, Index head, Index query);

/// weights · V in double. weights: one a key; v: [keys x value size].
std::vector<float> weighted_sum(std::span<const float> weights, ConstMatrixView v);

}  // namespace attnscope
