// The learned numbers of a model that its attention stages read beside Q and K.
#pragma once

#include "attention/parameters.hpp"
#include "models/blueprint.hpp"
#include "models/layer_weights.hpp"

namespace attnscope {

/// What a stack's layers share.
struct StackTables {
  Matrix biases;                                    ///< [buckets x heads]
  Matrix relative_rows;                             ///< [rows x width]
  std::vector<std::vector<float>> rotary_divisors;  ///< of each rotary plan, or none
};

StackTables load_tables(const StackPlan& plan, const Tensors& tensors);

/// Gives t5.table and rotary.frequencies.LAYER, unless the user gave them.
void give_stack_parameters(const StackPlan& plan, const StackTables& tables, Index tokens,
                           Parameters& parameters);

/// Gives sink.logit, content-to-position.keys and position-to-content.queries of each head of the layer.
void give_layer_parameters(const StackPlan& stack, const AttentionPlan& plan,
                           const ProjectionWeights& weights, const StackTables& tables, Index layer,
                           Parameters& parameters, ThreadPool& pool);

}  // namespace attnscope
