// BERT and the encoders that differ from it in their embeddings only: RoBERTa, XLM-R, ELECTRA.
#include <string>

#include "models/architecture.hpp"

namespace attnscope {
namespace {

NormSource norm(const Config& config, const std::string& name, Index size) {
  return {.name = name, .size = size, .epsilon = config.real_or("layer_norm_eps", 1e-12)};
}

LayerPlan layer_plan(const Config& config, const std::string& at, Index width) {
  const Activation* activation = activation_of(config, "hidden_act", "gelu");
  const Index inner = config.size("intermediate_size");
  const auto projection = [&](const char* name) {
    return LinearSource{.name = at + "attention.self." + name, .outputs = width, .inputs = width};
  };
  LayerPlan layer;
  layer.self = {.norms = {.sum = norm(config, at + "attention.output.LayerNorm", width)},
                .query = projection("query"),
                .key = projection("key"),
                .value = projection("value"),
                .output = {.name = at + "attention.output.dense", .outputs = width, .inputs = width},
                .own = standard_recipe()};
  layer.feed_forward = {.norms = {.sum = norm(config, at + "output.LayerNorm", width)},
                        .up = {.name = at + "intermediate.dense", .outputs = inner, .inputs = width},
                        .down = {.name = at + "output.dense", .outputs = width, .inputs = inner},
                        .inner = inner,
                        .activation = activation};
  return layer;
}

Blueprint plan(const Checkpoint& checkpoint) {
  const Config& config = checkpoint.config;
  config.expect("is_decoder", false);
  config.expect("add_cross_attention", false);
  config.expect("position_embedding_type", std::string("absolute"));
  const std::string type = config.text("model_type");
  const bool is_electra = type == "electra";
  const std::string own_prefix = is_electra ? "electra." : type == "bert" ? "bert." : "roberta.";
  const std::string prefix =
      checkpoint.prefix_of("embeddings.word_embeddings.weight", {"", own_prefix.c_str(), "model."});

  StackPlan stack;
  stack.width = config.size("hidden_size");
  stack.heads = config.size("num_attention_heads");
  stack.key_value_heads = stack.heads;
  stack.head_size = share_of(config, "hidden_size", "num_attention_heads");

  const Index embedding_width = is_electra ? config.size_or("embedding_size", 128) : stack.width;
  EmbeddingPlan& embedding = stack.embedding;
  embedding = {.tokens = prefix + "embeddings.word_embeddings.weight",
               .vocabulary = config.size("vocab_size"),
               .width = embedding_width,
               .kind = EmbeddingPlan::Positions::table,
               .positions = prefix + "embeddings.position_embeddings.weight",
               .position_rows = config.size_or("max_position_embeddings", 512),
               .types = prefix + "embeddings.token_type_embeddings.weight",
               .type_rows = config.size_or("type_vocab_size", 2),
               .norm = norm(config, prefix + "embeddings.LayerNorm", embedding_width)};
  // The position of RoBERTa's first token is one past the padding's.
  if (own_prefix == "roberta.") {
    embedding.padding_id =
        config.has("pad_token_id") ? config.whole("pad_token_id", 0, embedding.vocabulary - 1) : 1;
    embedding.first_position = embedding.padding_id + 1;
  }
  if (embedding_width != stack.width) {
    embedding.projection = {
        .name = prefix + "embeddings_project", .outputs = stack.width, .inputs = embedding_width};
  }
  const Index layers = config.size("num_hidden_layers");
  for (Index layer = 0; layer < layers; ++layer) {
    stack.layers.push_back(
        layer_plan(config, prefix + "encoder.layer." + std::to_string(layer) + ".", stack.width));
  }
  const Index most = embedding.position_rows - embedding.first_position;
  return {.stack = std::move(stack), .most_positions = most};
}

void finish(const Weights& weights, Config& config) {
  const Tensor* types = weights.find("token_types.weight");
  if (types != nullptr && types->shape.size() == 2) {
    config.set("type_vocab_size", static_cast<double>(types->shape.front()));
  }
}

std::vector<GgufDialect> dialects() {
  return {{.architecture = "bert",
           .model_type = "bert",
           .keys = {{"context_length", "max_position_embeddings"},
                    {"embedding_length", "hidden_size"},
                    {"block_count", "num_hidden_layers"},
                    {"feed_forward_length", "intermediate_size"},
                    {"attention.head_count", "num_attention_heads"},
                    {"attention.layer_norm_epsilon", "layer_norm_eps"}},
           .names = {{"embeddings.word_embeddings", "token_embd"},
                     {"embeddings.position_embeddings", "position_embd"},
                     {"embeddings.token_type_embeddings", "token_types"},
                     {"embeddings.LayerNorm", "token_embd_norm"},
                     {"encoder.layer.#.attention.self.query", "blk.#.attn_q"},
                     {"encoder.layer.#.attention.self.key", "blk.#.attn_k"},
                     {"encoder.layer.#.attention.self.value", "blk.#.attn_v"},
                     {"encoder.layer.#.attention.output.dense", "blk.#.attn_output"},
                     {"encoder.layer.#.attention.output.LayerNorm", "blk.#.attn_output_norm"},
                     {"encoder.layer.#.intermediate.dense", "blk.#.ffn_up"},
                     {"encoder.layer.#.output.dense", "blk.#.ffn_down"},
                     {"encoder.layer.#.output.LayerNorm", "blk.#.layer_output_norm"}},
           .finish = finish}};
}

const Registered<Architecture> registered{
    {{
         .name = "bert",
         .summary = "encoder with learned positions, norms after each part",
         .paper =
             "Devlin et al. 2019, BERT; Liu et al. 2019, RoBERTa; Conneau et al. 2020, XLM-R; Clark et al. "
             "2020, ELECTRA",
     },
     [](const Settings&) -> std::unique_ptr<const Architecture> {
       return std::make_unique<PlannedArchitecture<plan, dialects>>(
           std::vector<std::string_view>{"bert", "roberta", "xlm-roberta", "electra"});
     }}};

}  // namespace
}  // namespace attnscope
