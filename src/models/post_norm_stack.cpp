// One planner for both stacks of both architectures.
#include "models/post_norm_stack.hpp"

#include <cmath>

#include "models/architecture.hpp"

namespace attnscope {
namespace {

class StackPlanner {
 public:
  enum class Kind { encoder, decoder };

  StackPlanner(const Checkpoint& checkpoint, const PostNormTraits& traits, Kind kind)
      : checkpoint_(checkpoint),
        config_(checkpoint.config),
        traits_(traits),
        kind_(kind),
        side_(kind == Kind::encoder ? "encoder" : "decoder") {
    const std::string heads_key = side_ + "_attention_heads";
    stack_.width = config_.size("d_model");
    stack_.heads = config_.size(heads_key);
    stack_.key_value_heads = stack_.heads;
    stack_.head_size = share_of(config_, "d_model", heads_key);
    stack_.is_causal = kind == Kind::decoder;
    inner_ = config_.size(side_ + "_ffn_dim");
  }

  StackPlan plan() {
    plan_embedding();
    const Index layers = config_.size(side_ + "_layers");
    for (Index layer = 0; layer < layers; ++layer) {
      stack_.layers.push_back(layer_plan(traits_.prefix + side_ + ".layers." + std::to_string(layer) + "."));
    }
    return std::move(stack_);
  }

 private:
  NormSource norm(const std::string& name) const {
    return {.name = name, .size = stack_.width, .epsilon = 1e-5};  // fixed in these architectures
  }

  LinearSource linear(const std::string& name, Index outputs, Index inputs) const {
    return {.name = name, .outputs = outputs, .inputs = inputs};
  }

  void plan_embedding() {
    const std::string own = traits_.prefix + side_ + ".embed_tokens.weight";
    const std::string shared = traits_.prefix + "shared.weight";
    const bool has_own = checkpoint_.tensors().has(own);
    const Index vocabulary = config_.size("vocab_size");
    const Index positions = config_.size_or("max_position_embeddings", 1024);
    const bool is_scaled = config_.flag_or("scale_embedding", false);
    stack_.embedding = {.tokens = has_own ? own : shared,
                        .vocabulary = kind_ == Kind::decoder && traits_.decoder_vocabulary > 0
                                          ? traits_.decoder_vocabulary
                                          : vocabulary,
                        .width = stack_.width,
                        .scale = is_scaled ? std::sqrt(static_cast<double>(stack_.width)) : 1.0,
                        .kind = traits_.positions};
    if (traits_.positions == EmbeddingPlan::Positions::table) {
      stack_.embedding.positions = traits_.prefix + side_ + ".embed_positions.weight";
      stack_.embedding.position_rows = positions + traits_.first_position;
      stack_.embedding.first_position = traits_.first_position;
    }
    if (traits_.has_embedding_norm) {
      stack_.embedding.norm = norm(traits_.prefix + side_ + ".layernorm_embedding");
    }
  }

  AttentionPlan attention(const std::string& at, const std::string& norm_name,
                          const std::string& pattern) const {
    const Index width = stack_.width;
    return {.norms = {.sum = norm(norm_name)},
            .query = linear(at + "q_proj", width, width),
            .key = linear(at + "k_proj", width, width),
            .value = linear(at + "v_proj", width, width),
            .output = linear(at + "out_proj", width, width),
            .own = make_recipe(standard_recipe(), {.pattern = pattern})};
  }

  LayerPlan layer_plan(const std::string& at) const {
    const Activation* activation = activation_of(config_, "activation_function", "gelu");
    LayerPlan plan;
    plan.self =
        attention(at + "self_attn.", at + "self_attn_layer_norm", kind_ == Kind::encoder ? "" : "causal");
    if (kind_ == Kind::decoder)
      plan.cross = attention(at + "encoder_attn.", at + "encoder_attn_layer_norm", "");
    plan.feed_forward = {.norms = {.sum = norm(at + "final_layer_norm")},
                         .up = linear(at + "fc1", inner_, stack_.width),
                         .down = linear(at + "fc2", stack_.width, inner_),
                         .inner = inner_,
                         .activation = activation};
    return plan;
  }

  const Checkpoint& checkpoint_;
  const Config& config_;
  const PostNormTraits& traits_;
  Kind kind_;
  std::string side_;
  Index inner_ = 0;
  StackPlan stack_;
};

}  // namespace

Blueprint post_norm_plan(const Checkpoint& checkpoint, const PostNormTraits& traits) {
  checkpoint.config.has("num_hidden_layers");  // another name of encoder_layers
  return {.stack = StackPlanner(checkpoint, traits, StackPlanner::Kind::encoder).plan(),
          .decoder = StackPlanner(checkpoint, traits, StackPlanner::Kind::decoder).plan(),
          .most_positions = checkpoint.config.size_or("max_position_embeddings", 1024)};
}

}  // namespace attnscope
