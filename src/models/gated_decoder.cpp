// One planner for a dozen architectures; what they do not share is in their traits.
#include "models/gated_decoder.hpp"

#include <algorithm>
#include <string>

#include "core/error.hpp"
#include "core/utf8.hpp"
#include "models/architecture.hpp"

namespace attnscope {
namespace {

/// Makes the parts of a layer; holds what all layers have in common.
class Planner {
 public:
  Planner(const Checkpoint& checkpoint, const DecoderTraits& traits)
      : config_(checkpoint.config), traits_(traits), are_gains_whole_(checkpoint.dialect.gains_are_whole) {
    stack_.width = config_.size("hidden_size");
    stack_.heads = config_.size("num_attention_heads");
    stack_.key_value_heads = config_.size_or("num_key_value_heads", stack_.heads);
    if (stack_.heads % stack_.key_value_heads != 0) {
      throw Error(Error::Kind::input,
                  config_.file() + ": num_attention_heads " + std::to_string(stack_.heads) +
                      " is not a multiple of num_key_value_heads " + std::to_string(stack_.key_value_heads));
    }
    stack_.head_size = head_size_of(config_);
    stack_.is_causal = true;
    inner_ = config_.size("intermediate_size");
    prefix_ = checkpoint.prefix_of("embed_tokens.weight",
                                   {"model.", "", "language_model.model.", "model.language_model."});
    read_rotaries(checkpoint);
  }

  Blueprint plan() {
    stack_.embedding = {.tokens = prefix_ + "embed_tokens.weight",
                        .vocabulary = config_.size("vocab_size"),
                        .width = stack_.width,
                        .scale = traits_.embedding_scale};
    const Index layers = config_.size("num_hidden_layers");
    for (Index layer = 0; layer < layers; ++layer) stack_.layers.push_back(layer_plan(layer));
    stack_.final_norm = norm(prefix_ + "norm", stack_.width);
    return {.stack = std::move(stack_), .most_positions = config_.size_or("max_position_embeddings", 2048)};
  }

 private:
  void read_rotaries(const Checkpoint& checkpoint) {
    const bool has_two = traits_.window_rotary.has_value();
    stack_.rotaries.push_back(
        rotary_plan_of(checkpoint, stack_.head_size, traits_.rotary, has_two ? "full_attention" : ""));
    if (!has_two) return;
    stack_.rotaries.push_back(
        rotary_plan_of(checkpoint, stack_.head_size, *traits_.window_rotary, "sliding_attention"));
  }

  NormSource norm(const std::string& name, Index size) const {
    return {.name = name,
            .size = size,
            .kind = NormSource::Kind::root_mean_square,
            .has_shift = false,
            .gain_offset = are_gains_whole_ ? 0.0 : traits_.gain_offset,
            .epsilon = config_.real_or("rms_norm_eps", traits_.default_epsilon)};
  }

  LinearSource linear(const std::string& name, Index outputs, Index inputs, LinearSource::Bias bias) const {
    return {.name = name, .outputs = outputs, .inputs = inputs, .bias = bias};
  }

  /// Rows `first` … of a layer that stores several side by side.
  LinearSource part(const std::string& name, Index first, Index outputs, Index stored) const {
    LinearSource source = linear(name, outputs, stack_.width, LinearSource::Bias::absent);
    source.stored_outputs = stored;
    source.rows.first = first;
    return source;
  }

  Recipe own_recipe(Index layer, int rotary) const {
    const Index window = traits_.windows.empty() ? 0 : traits_.windows[static_cast<std::size_t>(layer)];
    return make_recipe(
        standard_recipe(),
        {.encoding = rotary_text(stack_.rotaries[static_cast<std::size_t>(rotary)]),
         .cap = traits_.cap,
         .pattern = window == 0 ? "causal" : "band:left=" + std::to_string(window - 1) + ",right=0",
         .normaliser = traits_.normaliser});
  }

  AttentionPlan attention(const std::string& at, Index layer) const {
    const Index queries = stack_.heads * stack_.head_size;
    const Index keys = stack_.key_value_heads * stack_.head_size;
    const bool has_window = !traits_.windows.empty() && traits_.windows[static_cast<std::size_t>(layer)] != 0;
    AttentionPlan plan;
    plan.norms.input = norm(at + "input_layernorm", stack_.width);
    if (traits_.has_outer_norms) plan.norms.output = norm(at + "post_attention_layernorm", stack_.width);
    if (traits_.has_fused_projections) {
      const std::string name = at + "self_attn.qkv_proj";
      plan.query = part(name, 0, queries, queries + 2 * keys);
      plan.key = part(name, queries, keys, queries + 2 * keys);
      plan.value = part(name, queries + keys, keys, queries + 2 * keys);
    } else {
      plan.query = linear(at + "self_attn.q_proj", queries, stack_.width, traits_.projection_bias);
      plan.key = linear(at + "self_attn.k_proj", keys, stack_.width, traits_.projection_bias);
      plan.value = linear(at + "self_attn.v_proj", keys, stack_.width, traits_.projection_bias);
    }
    plan.output = linear(at + "self_attn.o_proj", stack_.width, queries, traits_.output_bias);
    if (traits_.has_head_norms) {
      plan.query_norm = norm(at + "self_attn.q_norm", stack_.head_size);
      plan.key_norm = norm(at + "self_attn.k_norm", stack_.head_size);
    }
    plan.scale = traits_.scale;
    plan.rotary = has_window && traits_.window_rotary ? 1 : 0;
    plan.own = own_recipe(layer, plan.rotary);
    return plan;
  }

  FeedForwardPlan feed_forward(const std::string& at) const {
    FeedForwardPlan plan;
    plan.inner = inner_;
    plan.norms.input =
        norm(at + (traits_.has_outer_norms ? "pre_feedforward_layernorm" : "post_attention_layernorm"),
             stack_.width);
    if (traits_.has_outer_norms) plan.norms.output = norm(at + "post_feedforward_layernorm", stack_.width);
    if (!traits_.has_feed_forward) return plan;
    plan.activation = activation_of(config_, traits_.activation_key, traits_.default_activation);
    if (traits_.has_fused_projections) {
      plan.gate = part(at + "mlp.gate_up_proj", 0, inner_, 2 * inner_);
      plan.up = part(at + "mlp.gate_up_proj", inner_, inner_, 2 * inner_);
    } else {
      plan.gate = linear(at + "mlp.gate_proj", inner_, stack_.width, traits_.feed_forward_bias);
      plan.up = linear(at + "mlp.up_proj", inner_, stack_.width, traits_.feed_forward_bias);
    }
    plan.down = linear(at + "mlp.down_proj", stack_.width, inner_, traits_.feed_forward_bias);
    return plan;
  }

  LayerPlan layer_plan(Index layer) const {
    const std::string at = prefix_ + "layers." + std::to_string(layer) + ".";
    return {.self = attention(at, layer), .feed_forward = feed_forward(at)};
  }

  const Config& config_;
  const DecoderTraits& traits_;
  bool are_gains_whole_;
  std::string prefix_;
  Index inner_ = 0;
  StackPlan stack_;
};

}  // namespace

Blueprint gated_decoder(const Checkpoint& checkpoint, const DecoderTraits& traits) {
  return Planner(checkpoint, traits).plan();
}

std::vector<Index> layer_windows(const Config& config, Index window,
                                 const std::function<bool(Index layer)>& by_default) {
  const Index layers = config.size("num_hidden_layers");
  std::vector<Index> windows;
  if (!config.has("layer_types")) {
    for (Index layer = 0; layer < layers; ++layer) windows.push_back(by_default(layer) ? window : 0);
    return windows;
  }
  const std::vector<std::string> types = config.texts("layer_types");
  if (static_cast<Index>(types.size()) != layers) {
    config.refuse("layer_types", "a list of " + std::to_string(layers) + " types, one for each layer");
  }
  for (const std::string& type : types) {
    if (type != "sliding_attention" && type != "full_attention") {
      throw Error(Error::Kind::unsupported,
                  config.file() + ": layer type '" + printable(type) + "' is not supported");
    }
    windows.push_back(type == "sliding_attention" ? window : 0);
  }
  return windows;
}

Index head_size_of(const Config& config) {
  return config.has("head_dim") ? config.size("head_dim")
                                : share_of(config, "hidden_size", "num_attention_heads");
}

}  // namespace attnscope
