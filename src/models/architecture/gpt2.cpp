// GPT-2: learned positions, norms before each part, linear layers stored as [in, out].
#include <cmath>
#include <string>

#include "models/architecture.hpp"

namespace attnscope {
namespace {

class Planner {
 public:
  explicit Planner(const Checkpoint& checkpoint)
      : config_(checkpoint.config), layout_(checkpoint.dialect.conv_layout) {
    stack_.width = config_.size("n_embd");
    stack_.heads = config_.size("n_head");
    stack_.key_value_heads = stack_.heads;
    stack_.head_size = share_of(config_, "n_embd", "n_head");
    stack_.is_causal = true;
    inner_ = config_.size_or("n_inner", 4 * stack_.width);
    prefix_ = checkpoint.prefix_of("wte.weight", {"", "transformer.", "model."});
  }

  Blueprint plan() {
    const Index positions = config_.size_or("n_positions", 1024);
    stack_.embedding = {.tokens = prefix_ + "wte.weight",
                        .vocabulary = config_.size("vocab_size"),
                        .width = stack_.width,
                        .kind = EmbeddingPlan::Positions::table,
                        .positions = prefix_ + "wpe.weight",
                        .position_rows = positions};
    const Index layers = config_.size("n_layer");
    for (Index layer = 0; layer < layers; ++layer) stack_.layers.push_back(layer_plan(layer));
    stack_.final_norm = norm(prefix_ + "ln_f");
    return {.stack = std::move(stack_), .most_positions = positions};
  }

 private:
  NormSource norm(const std::string& name) const {
    return {.name = name, .size = stack_.width, .epsilon = config_.real_or("layer_norm_epsilon", 1e-5)};
  }

  LinearSource linear(const std::string& name, Index outputs, Index inputs) const {
    return {.name = name, .outputs = outputs, .inputs = inputs, .layout = layout_};
  }

  /// Queries, keys or values of c_attn, which holds them side by side.
  LinearSource third(const std::string& name, Index which) const {
    LinearSource source = linear(name, stack_.width, stack_.width);
    source.stored_outputs = 3 * stack_.width;
    source.rows.first = which * stack_.width;
    return source;
  }

  double scale(Index layer) const {
    double scale = 1.0;
    if (config_.flag_or("scale_attn_weights", true))
      scale /= std::sqrt(static_cast<double>(stack_.head_size));
    if (config_.flag_or("scale_attn_by_inverse_layer_idx", false)) scale /= static_cast<double>(layer + 1);
    return scale;
  }

  LayerPlan layer_plan(Index layer) const {
    const Activation* activation = activation_of(config_, "activation_function", "gelu_new");
    const std::string at = prefix_ + "h." + std::to_string(layer) + ".";
    const double factor = scale(layer);
    return {.self = {.norms = {.input = norm(at + "ln_1")},
                     .query = third(at + "attn.c_attn", 0),
                     .key = third(at + "attn.c_attn", 1),
                     .value = third(at + "attn.c_attn", 2),
                     .output = linear(at + "attn.c_proj", stack_.width, stack_.width),
                     .scale = factor,
                     .own = make_recipe(standard_recipe(), {.pattern = "causal"})},
            .feed_forward = {.norms = {.input = norm(at + "ln_2")},
                             .up = linear(at + "mlp.c_fc", inner_, stack_.width),
                             .down = linear(at + "mlp.c_proj", stack_.width, inner_),
                             .inner = inner_,
                             .activation = activation}};
  }

  const Config& config_;
  LinearSource::Layout layout_;
  std::string prefix_;
  Index inner_ = 0;
  StackPlan stack_;
};

Blueprint plan(const Checkpoint& checkpoint) {
  checkpoint.config.expect("add_cross_attention", false);
  return Planner(checkpoint).plan();
}

std::vector<GgufDialect> dialects() {
  return {{.architecture = "gpt2",
           .model_type = "gpt2",
           .keys = {{"context_length", "n_positions"},
                    {"embedding_length", "n_embd"},
                    {"block_count", "n_layer"},
                    {"feed_forward_length", "n_inner"},
                    {"attention.head_count", "n_head"},
                    {"attention.layer_norm_epsilon", "layer_norm_epsilon"}},
           .names = {{"wte", "token_embd"},
                     {"wpe", "position_embd"},
                     {"ln_f", "output_norm"},
                     {"h.#.ln_1", "blk.#.attn_norm"},
                     {"h.#.attn.c_attn", "blk.#.attn_qkv"},
                     {"h.#.attn.c_proj", "blk.#.attn_output"},
                     {"h.#.ln_2", "blk.#.ffn_norm"},
                     {"h.#.mlp.c_fc", "blk.#.ffn_up"},
                     {"h.#.mlp.c_proj", "blk.#.ffn_down"}},
           .dialect = {.conv_layout = LinearSource::Layout::outputs_by_inputs}}};
}

const Registered<Architecture> registered{
    {{
         .name = "gpt2",
         .summary = "decoder with learned positions",
         .paper = "Radford et al. 2019, Language models are unsupervised multitask learners",
     },
     [](const Settings&) -> std::unique_ptr<const Architecture> {
       return std::make_unique<PlannedArchitecture<plan, dialects>>(std::vector<std::string_view>{"gpt2"});
     }}};

}  // namespace
}  // namespace attnscope
