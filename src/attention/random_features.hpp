// Random directions for feature maps.
#pragma once

#include "attention/vectors.hpp"
#include "core/random.hpp"

namespace attnscope {

enum class Directions { independent, orthogonal };

/// Rows with the law N(0, I). Orthogonal: rows of each group of `size` stand at right angles (Gram and
/// Schmidt with normals, which is uniform over rotations) and keep the lengths that independent rows would
/// have. [count x size]
DoubleMatrix random_directions(Index count, Index size, Directions directions, Random& random);

}  // namespace attnscope
