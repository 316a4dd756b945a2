// DistilBERT: BERT without token types, its tensors under other names.
#include <string>

#include "models/architecture.hpp"

namespace attnscope {
namespace {

NormSource norm(const std::string& name, Index size) {
  return {.name = name, .size = size, .epsilon = 1e-12};  // fixed in this architecture
}

LayerPlan layer_plan(const Config& config, const std::string& at, Index width) {
  const Activation* activation = activation_of(config, "activation", "gelu");
  const Index inner = config.size("hidden_dim");
  const auto projection = [&](const char* name) {
    return LinearSource{.name = at + "attention." + name, .outputs = width, .inputs = width};
  };
  return {.self = {.norms = {.sum = norm(at + "sa_layer_norm", width)},
                   .query = projection("q_lin"),
                   .key = projection("k_lin"),
                   .value = projection("v_lin"),
                   .output = projection("out_lin"),
                   .own = standard_recipe()},
          .feed_forward = {.norms = {.sum = norm(at + "output_layer_norm", width)},
                           .up = {.name = at + "ffn.lin1", .outputs = inner, .inputs = width},
                           .down = {.name = at + "ffn.lin2", .outputs = width, .inputs = inner},
                           .inner = inner,
                           .activation = activation}};
}

Blueprint plan(const Checkpoint& checkpoint) {
  const Config& config = checkpoint.config;
  const std::string prefix =
      checkpoint.prefix_of("embeddings.word_embeddings.weight", {"", "distilbert.", "model."});
  StackPlan stack;
  stack.width = config.size("dim");
  stack.heads = config.size("n_heads");
  stack.key_value_heads = stack.heads;
  stack.head_size = share_of(config, "dim", "n_heads");
  const Index positions = config.size_or("max_position_embeddings", 512);
  stack.embedding = {.tokens = prefix + "embeddings.word_embeddings.weight",
                     .vocabulary = config.size("vocab_size"),
                     .width = stack.width,
                     .kind = EmbeddingPlan::Positions::table,
                     .positions = prefix + "embeddings.position_embeddings.weight",
                     .position_rows = positions,
                     .norm = norm(prefix + "embeddings.LayerNorm", stack.width)};
  config.flag_or("sinusoidal_pos_embds", false);  // the table is stored either way
  const Index layers = config.size("n_layers");
  for (Index layer = 0; layer < layers; ++layer) {
    stack.layers.push_back(
        layer_plan(config, prefix + "transformer.layer." + std::to_string(layer) + ".", stack.width));
  }
  return {.stack = std::move(stack), .most_positions = positions};
}

const Registered<Architecture> registered{{{
                                               .name = "distilbert",
                                               .summary = "BERT with half the layers and no token types",
                                               .paper = "Sanh et al. 2019, DistilBERT",
                                           },
                                           [](const Settings&) -> std::unique_ptr<const Architecture> {
                                             return std::make_unique<PlannedArchitecture<plan>>(
                                                 std::vector<std::string_view>{"distilbert"});
                                           }}};

}  // namespace
}  // namespace attnscope
