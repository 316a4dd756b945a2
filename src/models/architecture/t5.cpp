// T5: unscaled dot products, biases by distance from one table for all layers, norms without mean or shift.
#include <string>

#include "core/error.hpp"
#include "core/utf8.hpp"
#include "models/architecture.hpp"

namespace attnscope {
namespace {

/// The activation, and whether it gates.
struct FeedForwardKind {
  std::string activation;
  bool is_gated = false;
};

FeedForwardKind feed_forward_kind(const Config& config) {
  constexpr std::string_view gated = "gated-";
  std::string name = config.text_or("feed_forward_proj", "relu");
  const bool is_gated = name.starts_with(gated);
  if (is_gated) name = name.substr(gated.size());
  // What the published configurations call gated-gelu is the tanh form.
  if (is_gated && name == "gelu") name = "gelu_new";
  return {name, is_gated};
}

class StackPlanner {
 public:
  enum class Kind { encoder, decoder };

  StackPlanner(const Checkpoint& checkpoint, Kind kind)
      : config_(checkpoint.config), kind_(kind), at_(kind == Kind::encoder ? "encoder." : "decoder.") {
    feed_forward_ = feed_forward_kind(config_);
    stack_.width = config_.size("d_model");
    stack_.heads = config_.size("num_heads");
    stack_.key_value_heads = stack_.heads;
    stack_.head_size = config_.size("d_kv");
    stack_.is_causal = kind == Kind::decoder;
    stack_.embedding = {
        .tokens = checkpoint.tensors().has("shared.weight") ? "shared.weight" : at_ + "embed_tokens.weight",
        .vocabulary = config_.size("vocab_size"),
        .width = stack_.width};
    buckets_ = config_.size_or("relative_attention_num_buckets", 32);
    stack_.bias_table = {.name = at_ + "block.0.layer.0.SelfAttention.relative_attention_bias.weight",
                         .rows = buckets_,
                         .buckets = buckets_};
  }

  StackPlan plan() {
    const Index encoder_layers = config_.size("num_layers");
    const Index layers =
        kind_ == Kind::encoder ? encoder_layers : config_.size_or("num_decoder_layers", encoder_layers);
    for (Index layer = 0; layer < layers; ++layer) {
      stack_.layers.push_back(layer_plan(at_ + "block." + std::to_string(layer) + "."));
    }
    stack_.final_norm = norm(at_ + "final_layer_norm");
    return std::move(stack_);
  }

 private:
  NormSource norm(const std::string& name) const {
    return {.name = name,
            .size = stack_.width,
            .kind = NormSource::Kind::root_mean_square,
            .has_shift = false,
            .epsilon = config_.real_or("layer_norm_epsilon", 1e-6)};
  }

  LinearSource linear(const std::string& name, Index outputs, Index inputs) const {
    return {.name = name, .outputs = outputs, .inputs = inputs, .bias = LinearSource::Bias::absent};
  }

  AttentionPlan attention(const std::string& norm_name, const std::string& at, Recipe own) const {
    const Index inside = stack_.heads * stack_.head_size;
    return {.norms = {.input = norm(norm_name)},
            .query = linear(at + "q", inside, stack_.width),
            .key = linear(at + "k", inside, stack_.width),
            .value = linear(at + "v", inside, stack_.width),
            .output = linear(at + "o", stack_.width, inside),
            .own = std::move(own)};
  }

  Recipe self_recipe() const {
    const std::string prior = "t5:buckets=" + std::to_string(buckets_) + ",distance=" +
                              std::to_string(config_.size_or("relative_attention_max_distance", 128)) +
                              ",direction=" + (kind_ == Kind::encoder ? "both" : "past");
    return make_recipe(
        standard_recipe(),
        {.similarity = "dot", .priors = {prior}, .pattern = kind_ == Kind::encoder ? "" : "causal"});
  }

  FeedForwardPlan feed_forward(const std::string& at) const {
    const Index inner = config_.size("d_ff");
    FeedForwardPlan plan{.norms = {.input = norm(at + "layer_norm")},
                         .down = linear(at + "DenseReluDense.wo", stack_.width, inner),
                         .inner = inner,
                         .activation = find_activation(feed_forward_.activation)};
    if (plan.activation == nullptr) {
      throw Error(Error::Kind::unsupported, config_.file() + ": feed_forward_proj '" +
                                                printable(config_.text("feed_forward_proj")) +
                                                "' is not a known activation");
    }
    if (feed_forward_.is_gated) {
      plan.gate = linear(at + "DenseReluDense.wi_0", inner, stack_.width);
      plan.up = linear(at + "DenseReluDense.wi_1", inner, stack_.width);
    } else {
      plan.up = linear(at + "DenseReluDense.wi", inner, stack_.width);
    }
    return plan;
  }

  LayerPlan layer_plan(const std::string& at) const {
    LayerPlan plan;
    plan.self = attention(at + "layer.0.layer_norm", at + "layer.0.SelfAttention.", self_recipe());
    if (kind_ == Kind::encoder) {
      plan.feed_forward = feed_forward(at + "layer.1.");
      return plan;
    }
    plan.cross = attention(at + "layer.1.layer_norm", at + "layer.1.EncDecAttention.",
                           make_recipe(standard_recipe(), {.similarity = "dot"}));
    plan.feed_forward = feed_forward(at + "layer.2.");
    return plan;
  }

  const Config& config_;
  Kind kind_;
  std::string at_;
  FeedForwardKind feed_forward_;
  Index buckets_ = 0;
  StackPlan stack_;
};

Blueprint plan(const Checkpoint& checkpoint) {
  const Config& config = checkpoint.config;
  config.expect("is_decoder", false);
  Blueprint blueprint{.stack = StackPlanner(checkpoint, StackPlanner::Kind::encoder).plan()};
  // Files of the encoder alone hold no decoder.
  if (config.flag_or("is_encoder_decoder", true) &&
      checkpoint.tensors().has("decoder.final_layer_norm.weight")) {
    blueprint.decoder = StackPlanner(checkpoint, StackPlanner::Kind::decoder).plan();
  }
  return blueprint;
}

/// Whether the feed-forward part is gated shows in the tensors only.
void finish(const Weights& weights, Config& config) {
  const bool is_gated = weights.has("enc.blk.0.ffn_gate.weight");
  config.set("feed_forward_proj", std::string(is_gated ? "gated-gelu" : "relu"));
}

GgufDialect dialect(std::string_view architecture) {
  constexpr auto optional = GgufKey::Need::optional;
  return {.architecture = architecture,
          .model_type = "t5",
          .keys = {{"context_length", "n_positions"},
                   {"embedding_length", "d_model"},
                   {"block_count", "num_layers"},
                   {"decoder_block_count", "num_decoder_layers", optional},
                   {"feed_forward_length", "d_ff"},
                   {"attention.head_count", "num_heads"},
                   {"attention.key_length", "d_kv"},
                   {"attention.layer_norm_epsilon", "layer_norm_epsilon", optional},
                   {"attention.layer_norm_rms_epsilon", "layer_norm_epsilon", optional},
                   {"attention.relative_buckets_count", "relative_attention_num_buckets"}},
          .names = {{"shared", "token_embd"},
                    {"encoder.final_layer_norm", "enc.output_norm"},
                    {"decoder.final_layer_norm", "dec.output_norm"},
                    {"encoder.block.#.layer.0.layer_norm", "enc.blk.#.attn_norm"},
                    {"encoder.block.#.layer.0.SelfAttention.q", "enc.blk.#.attn_q"},
                    {"encoder.block.#.layer.0.SelfAttention.k", "enc.blk.#.attn_k"},
                    {"encoder.block.#.layer.0.SelfAttention.v", "enc.blk.#.attn_v"},
                    {"encoder.block.#.layer.0.SelfAttention.o", "enc.blk.#.attn_o"},
                    {"encoder.block.#.layer.0.SelfAttention.relative_attention_bias", "enc.blk.#.attn_rel_b"},
                    {"decoder.block.#.layer.0.layer_norm", "dec.blk.#.attn_norm"},
                    {"decoder.block.#.layer.0.SelfAttention.q", "dec.blk.#.attn_q"},
                    {"decoder.block.#.layer.0.SelfAttention.k", "dec.blk.#.attn_k"},
                    {"decoder.block.#.layer.0.SelfAttention.v", "dec.blk.#.attn_v"},
                    {"decoder.block.#.layer.0.SelfAttention.o", "dec.blk.#.attn_o"},
                    {"decoder.block.#.layer.0.SelfAttention.relative_attention_bias", "dec.blk.#.attn_rel_b"},
                    {"decoder.block.#.layer.1.layer_norm", "dec.blk.#.cross_attn_norm"},
                    {"decoder.block.#.layer.1.EncDecAttention.q", "dec.blk.#.cross_attn_q"},
                    {"decoder.block.#.layer.1.EncDecAttention.k", "dec.blk.#.cross_attn_k"},
                    {"decoder.block.#.layer.1.EncDecAttention.v", "dec.blk.#.cross_attn_v"},
                    {"decoder.block.#.layer.1.EncDecAttention.o", "dec.blk.#.cross_attn_o"},
                    {"encoder.block.#.layer.1.layer_norm", "enc.blk.#.ffn_norm"},
                    {"encoder.block.#.layer.1.DenseReluDense.wi", "enc.blk.#.ffn_up"},
                    {"encoder.block.#.layer.1.DenseReluDense.wi_0", "enc.blk.#.ffn_gate"},
                    {"encoder.block.#.layer.1.DenseReluDense.wi_1", "enc.blk.#.ffn_up"},
                    {"encoder.block.#.layer.1.DenseReluDense.wo", "enc.blk.#.ffn_down"},
                    {"decoder.block.#.layer.2.layer_norm", "dec.blk.#.ffn_norm"},
                    {"decoder.block.#.layer.2.DenseReluDense.wi", "dec.blk.#.ffn_up"},
                    {"decoder.block.#.layer.2.DenseReluDense.wi_0", "dec.blk.#.ffn_gate"},
                    {"decoder.block.#.layer.2.DenseReluDense.wi_1", "dec.blk.#.ffn_up"},
                    {"decoder.block.#.layer.2.DenseReluDense.wo", "dec.blk.#.ffn_down"}},
          .finish = finish};
}

std::vector<GgufDialect> dialects() {
  return {dialect("t5"), dialect("t5encoder")};
}

const Registered<Architecture> registered{
    {{
         .name = "t5",
         .summary = "encoder and decoder with biases by distance",
         .paper = "Raffel et al. 2020, Exploring the limits of transfer learning with T5",
     },
     [](const Settings&) -> std::unique_ptr<const Architecture> {
       return std::make_unique<PlannedArchitecture<plan, dialects>>(std::vector<std::string_view>{"t5"});
     }}};

}  // namespace
}  // namespace attnscope
