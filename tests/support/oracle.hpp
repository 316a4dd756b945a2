// The oracle: attention by the stages' definitions, one pair at a time, in double. It composes them in the
// order of attention/stages.hpp and knows no names. Slow on purpose; linked into the tests only.
#pragma once

#include <vector>

#include "attention/recipe.hpp"

namespace attnscope {

/// The maps of all heads of a layer. previous: scores that the layer below passed on, or null.
std::vector<DoubleMatrix> oracle_maps(const Recipe& recipe, const Layer& layer,
                                      const std::vector<DoubleMatrix>* previous = nullptr);

}  // namespace attnscope
