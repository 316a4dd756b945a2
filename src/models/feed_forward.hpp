// The part of a layer that works on each token alone.
#pragma once

#include "models/blueprint.hpp"
#include "models/layer_weights.hpp"

namespace attnscope {

/// down( activation(gate(x)) · up(x) ), or what the chosen experts make. x: [tokens x width], likewise the
/// result.
Matrix feed_forward(const FeedForwardPlan& plan, const FeedForwardWeights& weights, ConstMatrixView x,
                    ThreadPool& pool);

}  // namespace attnscope
