// OPT: learned positions that start at row 2, norms before each part or, in one size, after.
#include <string>

#include "models/architecture.hpp"

namespace attnscope {
namespace {

constexpr Index first_position = 2;

class Planner {
 public:
  explicit Planner(const Checkpoint& checkpoint) : config_(checkpoint.config) {
    stack_.width = config_.size("hidden_size");
    stack_.heads = config_.size("num_attention_heads");
    stack_.key_value_heads = stack_.heads;
    stack_.head_size = share_of(config_, "hidden_size", "num_attention_heads");
    stack_.is_causal = true;
    inner_ = config_.size("ffn_dim");
    is_norm_first_ = config_.flag_or("do_layer_norm_before", true);
    has_affine_norms_ = config_.flag_or("layer_norm_elementwise_affine", true);
    bias_ = config_.flag_or("enable_bias", true) ? LinearSource::Bias::present : LinearSource::Bias::absent;
    prefix_ = checkpoint.prefix_of("embed_tokens.weight", {"model.decoder.", "decoder."});
  }

  Blueprint plan() {
    const Index positions = config_.size_or("max_position_embeddings", 2048);
    const Index token_width = config_.size_or("word_embed_proj_dim", stack_.width);
    stack_.embedding = {.tokens = prefix_ + "embed_tokens.weight",
                        .vocabulary = config_.size("vocab_size"),
                        .width = token_width,
                        .kind = EmbeddingPlan::Positions::table,
                        .positions = prefix_ + "embed_positions.weight",
                        .position_rows = positions + first_position,
                        .first_position = first_position,
                        .are_positions_projected = false};
    if (token_width != stack_.width) {
      stack_.embedding.projection = {.name = prefix_ + "project_in",
                                     .outputs = stack_.width,
                                     .inputs = token_width,
                                     .bias = LinearSource::Bias::absent};
    }
    const Index layers = config_.size("num_hidden_layers");
    for (Index layer = 0; layer < layers; ++layer) {
      stack_.layers.push_back(layer_plan(prefix_ + "layers." + std::to_string(layer) + "."));
    }
    if (is_norm_first_ && !config_.flag_or("_remove_final_layer_norm", false)) {
      stack_.final_norm = norm(prefix_ + "final_layer_norm");
    }
    return {.stack = std::move(stack_), .most_positions = positions};
  }

 private:
  NormSource norm(const std::string& name) const {
    return {.name = name,
            .size = stack_.width,
            .has_shift = has_affine_norms_,
            .has_gain = has_affine_norms_,
            .epsilon = 1e-5};
  }

  Norms norms(const std::string& name) const {
    return is_norm_first_ ? Norms{.input = norm(name)} : Norms{.sum = norm(name)};
  }

  LinearSource linear(const std::string& name, Index outputs, Index inputs) const {
    return {.name = name, .outputs = outputs, .inputs = inputs, .bias = bias_};
  }

  LayerPlan layer_plan(const std::string& at) const {
    const Activation* activation = activation_of(config_, "activation_function", "relu");
    const Index width = stack_.width;
    return {.self = {.norms = norms(at + "self_attn_layer_norm"),
                     .query = linear(at + "self_attn.q_proj", width, width),
                     .key = linear(at + "self_attn.k_proj", width, width),
                     .value = linear(at + "self_attn.v_proj", width, width),
                     .output = linear(at + "self_attn.out_proj", width, width),
                     .own = make_recipe(standard_recipe(), {.pattern = "causal"})},
            .feed_forward = {.norms = norms(at + "final_layer_norm"),
                             .up = linear(at + "fc1", inner_, width),
                             .down = linear(at + "fc2", width, inner_),
                             .inner = inner_,
                             .activation = activation}};
  }

  const Config& config_;
  std::string prefix_;
  Index inner_ = 0;
  bool is_norm_first_ = true;
  bool has_affine_norms_ = true;
  LinearSource::Bias bias_ = LinearSource::Bias::present;
  StackPlan stack_;
};

Blueprint plan(const Checkpoint& checkpoint) {
  return Planner(checkpoint).plan();
}

const Registered<Architecture> registered{
    {{
         .name = "opt",
         .summary = "decoder with learned positions and relu",
         .paper = "Zhang et al. 2022, OPT: open pre-trained transformer language models",
     },
     [](const Settings&) -> std::unique_ptr<const Architecture> {
       return std::make_unique<PlannedArchitecture<plan>>(std::vector<std::string_view>{"opt"});
     }}};

}  // namespace
}  // namespace attnscope
