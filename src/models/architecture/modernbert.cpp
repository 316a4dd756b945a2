// ModernBERT: rotary positions of two speeds, gated feed-forward parts, mostly local layers that see both
// sides.
#include <string>

#include "models/architecture.hpp"
#include "models/gated_decoder.hpp"

namespace attnscope {
namespace {

class Planner {
 public:
  explicit Planner(const Checkpoint& checkpoint) : config_(checkpoint.config) {
    stack_.width = config_.size("hidden_size");
    stack_.heads = config_.size("num_attention_heads");
    stack_.key_value_heads = stack_.heads;
    stack_.head_size = share_of(config_, "hidden_size", "num_attention_heads");
    inner_ = config_.size("intermediate_size");
    prefix_ = checkpoint.prefix_of("embeddings.tok_embeddings.weight", {"model.", ""});
    const double base = config_.real_or("global_rope_theta", 160000.0);
    stack_.rotaries = {rotary_plan_of(checkpoint, stack_.head_size, {.base = base}, "full_attention"),
                       rotary_plan_of(checkpoint, stack_.head_size,
                                      {.base = base, .base_key = "local_rope_theta"}, "sliding_attention")};
    const Index period = config_.size_or("global_attn_every_n_layers", 3);
    windows_ = layer_windows(config_, config_.size_or("local_attention", 128),
                             [&](Index layer) { return layer % period != 0; });
  }

  Blueprint plan() {
    stack_.embedding = {.tokens = prefix_ + "embeddings.tok_embeddings.weight",
                        .vocabulary = config_.size("vocab_size"),
                        .width = stack_.width,
                        .norm = norm(prefix_ + "embeddings.norm")};
    for (std::size_t layer = 0; layer < windows_.size(); ++layer) stack_.layers.push_back(layer_plan(layer));
    stack_.final_norm = norm(prefix_ + "final_norm");
    return {.stack = std::move(stack_), .most_positions = config_.size_or("max_position_embeddings", 8192)};
  }

 private:
  NormSource norm(const std::string& name) const {
    return {.name = name,
            .size = stack_.width,
            .has_shift = config_.flag_or("norm_bias", false),
            .epsilon = config_.real_or("norm_eps", 1e-5)};
  }

  LinearSource linear(const std::string& name, Index outputs, Index inputs, const char* bias_key) const {
    const auto bias =
        config_.flag_or(bias_key, false) ? LinearSource::Bias::present : LinearSource::Bias::absent;
    return {.name = name, .outputs = outputs, .inputs = inputs, .bias = bias};
  }

  /// One of the equal parts that a layer stores one below the other.
  LinearSource part(LinearSource whole, Index which, Index count) const {
    whole.stored_outputs = whole.outputs;
    whole.outputs /= count;
    whole.rows.first = which * whole.outputs;
    return whole;
  }

  LayerPlan layer_plan(std::size_t layer) const {
    const Activation* activation = activation_of(config_, "hidden_activation", "gelu");
    const std::string at = prefix_ + "layers." + std::to_string(layer) + ".";
    const Index window = windows_[layer];
    const int rotary = window == 0 ? 0 : 1;
    const LinearSource fused = linear(at + "attn.Wqkv", 3 * stack_.width, stack_.width, "attention_bias");
    const LinearSource gated = linear(at + "mlp.Wi", 2 * inner_, stack_.width, "mlp_bias");
    LayerPlan plan;
    if (layer > 0) plan.self.norms.input = norm(at + "attn_norm");
    plan.self.query = part(fused, 0, 3);
    plan.self.key = part(fused, 1, 3);
    plan.self.value = part(fused, 2, 3);
    plan.self.output = linear(at + "attn.Wo", stack_.width, stack_.width, "attention_bias");
    plan.self.rotary = rotary;
    plan.self.own = make_recipe(standard_recipe(),
                                {.encoding = rotary_text(stack_.rotaries[static_cast<std::size_t>(rotary)]),
                                 .pattern = window == 0 ? "" : "band:radius=" + std::to_string(window / 2)});
    plan.feed_forward = {.norms = {.input = norm(at + "mlp_norm")},
                         .gate = part(gated, 0, 2),
                         .up = part(gated, 1, 2),
                         .down = linear(at + "mlp.Wo", stack_.width, inner_, "mlp_bias"),
                         .inner = inner_,
                         .activation = activation};
    return plan;
  }

  const Config& config_;
  std::string prefix_;
  Index inner_ = 0;
  std::vector<Index> windows_;  // the width of the window, 0 where everything is seen
  StackPlan stack_;
};

Blueprint plan(const Checkpoint& checkpoint) {
  return Planner(checkpoint).plan();
}

const Registered<Architecture> registered{
    {{
         .name = "modernbert",
         .summary = "encoder with rotary positions and mostly local layers",
         .paper = "Warner et al. 2024, Smarter, better, faster, longer: ModernBERT",
     },
     [](const Settings&) -> std::unique_ptr<const Architecture> {
       return std::make_unique<PlannedArchitecture<plan>>(std::vector<std::string_view>{"modernbert"});
     }}};

}  // namespace
}  // namespace attnscope
