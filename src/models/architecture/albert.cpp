// ALBERT: the layers of a group share their weights, and token rows are narrower than the layers.
#include <string>

#include "models/architecture.hpp"

namespace attnscope {
namespace {

NormSource norm(const Config& config, const std::string& name, Index size) {
  return {.name = name, .size = size, .epsilon = config.real_or("layer_norm_eps", 1e-12)};
}

LayerPlan layer_plan(const Config& config, const std::string& at, Index width) {
  const Activation* activation = activation_of(config, "hidden_act", "gelu_new");
  const Index inner = config.size("intermediate_size");
  const auto projection = [&](const char* name) {
    return LinearSource{.name = at + "attention." + name, .outputs = width, .inputs = width};
  };
  return {.self = {.norms = {.sum = norm(config, at + "attention.LayerNorm", width)},
                   .query = projection("query"),
                   .key = projection("key"),
                   .value = projection("value"),
                   .output = projection("dense"),
                   .own = standard_recipe()},
          .feed_forward = {.norms = {.sum = norm(config, at + "full_layer_layer_norm", width)},
                           .up = {.name = at + "ffn", .outputs = inner, .inputs = width},
                           .down = {.name = at + "ffn_output", .outputs = width, .inputs = inner},
                           .inner = inner,
                           .activation = activation}};
}

/// Layer i belongs to group ⌊i / (layers / groups)⌋; a group may hold several layers, which then all run.
void add_layers(const Config& config, const std::string& prefix, StackPlan& stack) {
  const Index layers = config.size("num_hidden_layers");
  const Index groups = config.size_or("num_hidden_groups", 1);
  const Index inner_layers = config.size_or("inner_group_num", 1);
  if (groups > layers) config.refuse("num_hidden_groups", "at most num_hidden_layers");
  Index group_before = -1;
  Index first_of_group = 0;
  for (Index layer = 0; layer < layers; ++layer) {
    const Index group = layer * groups / layers;
    if (group != group_before) first_of_group = static_cast<Index>(stack.layers.size());
    for (Index inner = 0; inner < inner_layers; ++inner) {
      const std::string at = prefix + "encoder.albert_layer_groups." + std::to_string(group) +
                             ".albert_layers." + std::to_string(inner) + ".";
      LayerPlan plan = layer_plan(config, at, stack.width);
      if (group == group_before) plan.weights_of = first_of_group + inner;
      stack.layers.push_back(std::move(plan));
    }
    group_before = group;
  }
}

Blueprint plan(const Checkpoint& checkpoint) {
  const Config& config = checkpoint.config;
  config.expect("position_embedding_type", std::string("absolute"));
  const std::string prefix =
      checkpoint.prefix_of("embeddings.word_embeddings.weight", {"", "albert.", "model."});
  StackPlan stack;
  stack.width = config.size("hidden_size");
  stack.heads = config.size("num_attention_heads");
  stack.key_value_heads = stack.heads;
  stack.head_size = share_of(config, "hidden_size", "num_attention_heads");
  const Index token_width = config.size_or("embedding_size", 128);
  const Index positions = config.size_or("max_position_embeddings", 512);
  stack.embedding = {.tokens = prefix + "embeddings.word_embeddings.weight",
                     .vocabulary = config.size("vocab_size"),
                     .width = token_width,
                     .kind = EmbeddingPlan::Positions::table,
                     .positions = prefix + "embeddings.position_embeddings.weight",
                     .position_rows = positions,
                     .types = prefix + "embeddings.token_type_embeddings.weight",
                     .type_rows = config.size_or("type_vocab_size", 2),
                     .norm = norm(config, prefix + "embeddings.LayerNorm", token_width),
                     .projection = {.name = prefix + "encoder.embedding_hidden_mapping_in",
                                    .outputs = stack.width,
                                    .inputs = token_width}};
  add_layers(config, prefix, stack);
  return {.stack = std::move(stack), .most_positions = positions};
}

const Registered<Architecture> registered{{{
                                               .name = "albert",
                                               .summary = "encoder whose layers share their weights",
                                               .paper = "Lan et al. 2020, ALBERT: a lite BERT",
                                           },
                                           [](const Settings&) -> std::unique_ptr<const Architecture> {
                                             return std::make_unique<PlannedArchitecture<plan>>(
                                                 std::vector<std::string_view>{"albert"});
                                           }}};

}  // namespace
}  // namespace attnscope
