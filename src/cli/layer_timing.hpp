// The parts of a layer timed on this machine, on made-up numbers through the kernels that do the real work.
#pragma once

#include <array>

#include "analysis/cost_model.hpp"
#include "core/parallel.hpp"

namespace attnscope::cli {

/// The best rates that the kernels reach here: a product of matrices that fit the cache, and copying of
/// arrays that do not. All threads of the pool together.
MachineLimits measure_machine(ThreadPool& pool);

/// Seconds of each part of one layer, in the order of LayerPart: the median of `repeats`. Long texts are
/// timed on a sample of their rows, at least `sample_rows`, and scaled to all of them.
std::array<double, 6> time_layer(const LayerShape& shape, Index tokens, Index repeats, ThreadPool& pool);

}  // namespace attnscope::cli
