// What both talking-heads mixers share: maps of all heads multiplied by a small matrix over heads.
#pragma once

#include <string>

#include "attention/stages.hpp"

namespace attnscope {

/// The matrix [heads x heads] whose column h says how much of each head goes into head h: the parameter
/// "NAME.layer" or "NAME" if given, else a head keeps 1 - share and takes `share` of the mean of all heads.
/// Throws: Error(usage) when the given matrix has another shape.
DoubleMatrix head_mixture(const std::string& name, double share, const Layer& layer);

/// Replaces head h by the sum of mixture(g, h) times head g.
void mix_heads(std::vector<DoubleMatrix>& heads, const DoubleMatrix& mixture);

}  // namespace attnscope
