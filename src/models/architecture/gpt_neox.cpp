// GPT-NeoX and Pythia: part of each head turns, attention and feed-forward part work side by side.
#include <string>

#include "models/architecture.hpp"
#include "models/rotary_config.hpp"

namespace attnscope {
namespace {

class Planner {
 public:
  explicit Planner(const Checkpoint& checkpoint) : config_(checkpoint.config) {
    stack_.width = config_.size("hidden_size");
    stack_.heads = config_.size("num_attention_heads");
    stack_.key_value_heads = stack_.heads;
    stack_.head_size = share_of(config_, "hidden_size", "num_attention_heads");
    stack_.is_causal = true;
    stack_.rotaries = {rotary_plan_of(checkpoint, stack_.head_size,
                                      {.base = config_.real_or("rotary_emb_base", 10000.0),
                                       .turning_share = config_.real_or("rotary_pct", 0.25)})};
    inner_ = config_.size("intermediate_size");
    prefix_ = checkpoint.prefix_of("embed_in.weight", {"gpt_neox.", "", "model."});
    bias_ =
        config_.flag_or("attention_bias", true) ? LinearSource::Bias::present : LinearSource::Bias::absent;
  }

  Blueprint plan() {
    stack_.embedding = {.tokens = prefix_ + "embed_in.weight",
                        .vocabulary = config_.size("vocab_size"),
                        .width = stack_.width};
    const Index layers = config_.size("num_hidden_layers");
    for (Index layer = 0; layer < layers; ++layer) {
      stack_.layers.push_back(layer_plan(prefix_ + "layers." + std::to_string(layer) + "."));
    }
    stack_.final_norm = norm(prefix_ + "final_layer_norm");
    return {.stack = std::move(stack_), .most_positions = config_.size_or("max_position_embeddings", 2048)};
  }

 private:
  NormSource norm(const std::string& name) const {
    return {.name = name, .size = stack_.width, .epsilon = config_.real_or("layer_norm_eps", 1e-5)};
  }

  /// Queries, keys or values of query_key_value, whose rows lie head by head: q, k, v of head 0, of head 1, …
  LinearSource third(const std::string& name, Index which) const {
    const Index size = stack_.head_size;
    return {.name = name,
            .outputs = stack_.width,
            .inputs = stack_.width,
            .bias = bias_,
            .stored_outputs = 3 * stack_.width,
            .rows = {.first = which * size, .run = size, .stride = 3 * size}};
  }

  LayerPlan layer_plan(const std::string& at) const {
    const Activation* activation = activation_of(config_, "hidden_act", "gelu");
    const bool is_parallel = config_.flag_or("use_parallel_residual", true);
    const Recipe own = make_recipe(standard_recipe(),
                                   {.encoding = rotary_text(stack_.rotaries.front()), .pattern = "causal"});
    const std::string fused = at + "attention.query_key_value";
    return {.self = {.norms = {.input = norm(at + "input_layernorm")},
                     .query = third(fused, 0),
                     .key = third(fused, 1),
                     .value = third(fused, 2),
                     .output = {.name = at + "attention.dense",
                                .outputs = stack_.width,
                                .inputs = stack_.width,
                                .bias = bias_},
                     .rotary = 0,
                     .own = own},
            .feed_forward =
                {.norms = {.input = norm(at + "post_attention_layernorm")},
                 .up = {.name = at + "mlp.dense_h_to_4h", .outputs = inner_, .inputs = stack_.width},
                 .down = {.name = at + "mlp.dense_4h_to_h", .outputs = stack_.width, .inputs = inner_},
                 .inner = inner_,
                 .activation = activation},
            .is_parallel = is_parallel};
  }

  const Config& config_;
  std::string prefix_;
  Index inner_ = 0;
  LinearSource::Bias bias_ = LinearSource::Bias::present;
  StackPlan stack_;
};

Blueprint plan(const Checkpoint& checkpoint) {
  return Planner(checkpoint).plan();
}

const Registered<Architecture> registered{
    {{
         .name = "gpt-neox",
         .summary = "decoder with partly rotary heads and parallel parts",
         .paper = "Black et al. 2022, GPT-NeoX-20B; Biderman et al. 2023, Pythia",
     },
     [](const Settings&) -> std::unique_ptr<const Architecture> {
       return std::make_unique<PlannedArchitecture<plan>>(std::vector<std::string_view>{"gpt_neox"});
     }}};

}  // namespace
}  // namespace attnscope
