// The singular values of a map, and what they say of its rank.
#pragma once

#include <span>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

/// From the largest to the smallest; as many as the shorter side has. Empty for an empty matrix.
/// Cost: the cube of the side.
std::vector<double> singular_values(ConstMatrixView matrix);

/// The exponential of the entropy of the singular values as shares of their sum: 1 for rank one, n for the
/// identity; 0 where all are zero. (Roy & Vetterli 2007, The effective rank)
double effective_rank(std::span<const double> singular_values);

/// The sum of squares over the largest square. (Rudelson & Vershynin 2007)
double stable_rank(std::span<const double> singular_values);

}  // namespace attnscope
