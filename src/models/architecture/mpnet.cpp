// MPNet: BERT without token types, with one table of biases by distance for all layers.
#include <string>

#include "models/architecture.hpp"

namespace attnscope {
namespace {

// Fixed in this architecture, whatever the configuration says.
constexpr Index buckets = 32;
constexpr Index distance = 128;
constexpr Index padding_id = 1;

NormSource norm(const Config& config, const std::string& name, Index size) {
  return {.name = name, .size = size, .epsilon = config.real_or("layer_norm_eps", 1e-12)};
}

LayerPlan layer_plan(const Config& config, const std::string& at, Index width) {
  const Activation* activation = activation_of(config, "hidden_act", "gelu");
  const Index inner = config.size("intermediate_size");
  const auto projection = [&](const char* name) {
    return LinearSource{.name = at + "attention.attn." + name, .outputs = width, .inputs = width};
  };
  const std::string prior =
      "t5:buckets=" + std::to_string(buckets) + ",distance=" + std::to_string(distance) + ",direction=both";
  return {.self = {.norms = {.sum = norm(config, at + "attention.LayerNorm", width)},
                   .query = projection("q"),
                   .key = projection("k"),
                   .value = projection("v"),
                   .output = projection("o"),
                   .own = make_recipe(standard_recipe(), {.priors = {prior}})},
          .feed_forward = {.norms = {.sum = norm(config, at + "output.LayerNorm", width)},
                           .up = {.name = at + "intermediate.dense", .outputs = inner, .inputs = width},
                           .down = {.name = at + "output.dense", .outputs = width, .inputs = inner},
                           .inner = inner,
                           .activation = activation}};
}

Blueprint plan(const Checkpoint& checkpoint) {
  const Config& config = checkpoint.config;
  const std::string prefix =
      checkpoint.prefix_of("embeddings.word_embeddings.weight", {"", "mpnet.", "model."});
  StackPlan stack;
  stack.width = config.size("hidden_size");
  stack.heads = config.size("num_attention_heads");
  stack.key_value_heads = stack.heads;
  stack.head_size = share_of(config, "hidden_size", "num_attention_heads");
  const Index rows = config.size_or("max_position_embeddings", 512);
  const Index bias_rows = config.size_or("relative_attention_num_buckets", buckets);
  if (bias_rows < buckets) config.refuse("relative_attention_num_buckets", "at least 32");
  stack.embedding = {.tokens = prefix + "embeddings.word_embeddings.weight",
                     .vocabulary = config.size("vocab_size"),
                     .width = stack.width,
                     .kind = EmbeddingPlan::Positions::table,
                     .positions = prefix + "embeddings.position_embeddings.weight",
                     .position_rows = rows,
                     .first_position = padding_id + 1,
                     .padding_id = padding_id,
                     .norm = norm(config, prefix + "embeddings.LayerNorm", stack.width)};
  stack.bias_table = {
      .name = prefix + "encoder.relative_attention_bias.weight", .rows = bias_rows, .buckets = buckets};
  const Index layers = config.size("num_hidden_layers");
  for (Index layer = 0; layer < layers; ++layer) {
    stack.layers.push_back(
        layer_plan(config, prefix + "encoder.layer." + std::to_string(layer) + ".", stack.width));
  }
  return {.stack = std::move(stack), .most_positions = rows - padding_id - 1};
}

const Registered<Architecture> registered{
    {{
         .name = "mpnet",
         .summary = "encoder with learned positions and biases by distance",
         .paper = "Song et al. 2020, MPNet: masked and permuted pre-training",
     },
     [](const Settings&) -> std::unique_ptr<const Architecture> {
       return std::make_unique<PlannedArchitecture<plan>>(std::vector<std::string_view>{"mpnet"});
     }}};

}  // namespace
}  // namespace attnscope
