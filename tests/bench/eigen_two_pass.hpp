// The same pooled map as one would write it with Eigen: tiles of scores, once for the largest score of each
// row, once more for the weights. Compiled for x86-64-v4, as a measure of what the one-pass kernels gain.
#pragma once

#include "core/matrix.hpp"

namespace attnscope::bench {

/// mean and largest: [grid x grid], overwritten. Requires: a machine that runs x86-64-v4.
void pool_in_two_passes(ConstMatrixView q, ConstMatrixView k, float scale, MatrixView mean,
                        MatrixView largest);

}  // namespace attnscope::bench
