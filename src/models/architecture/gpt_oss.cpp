// gpt-oss: a learned sink in each head's softmax, windows in every other layer, a mixture of experts.
#include "models/architecture.hpp"
#include "models/gated_decoder.hpp"

namespace attnscope {
namespace {

void add_experts(const Config& config, Index width, const std::string& at, FeedForwardPlan& plan) {
  const Index count = config.size_or("num_local_experts", 128);
  const Index chosen = config.size_or("num_experts_per_tok", 4);
  if (chosen > count) config.refuse("num_experts_per_tok", "at most num_local_experts");
  const double alpha = config.real_or("swiglu_alpha", 1.702);
  const double limit = config.real_or("swiglu_limit", 7.0);
  plan.experts = {.router = {.name = at + "router", .outputs = count, .inputs = width},
                  .gate_up = at + "experts.gate_up_proj",
                  .down = at + "experts.down_proj",
                  .count = count,
                  .chosen = chosen,
                  .alpha = alpha,
                  .limit = limit};
}

Blueprint plan(const Checkpoint& checkpoint) {
  const Config& config = checkpoint.config;
  using Bias = LinearSource::Bias;
  config.expect("hidden_act", std::string("silu"));
  const Bias bias = config.flag_or("attention_bias", true) ? Bias::present : Bias::absent;
  const Index window = config.size_or("sliding_window", 128);
  Blueprint blueprint = gated_decoder(
      checkpoint, {.projection_bias = bias,
                   .output_bias = bias,
                   .has_feed_forward = false,
                   .default_epsilon = 1e-5,
                   .normaliser = "sink",
                   .windows = layer_windows(config, window, [](Index layer) { return layer % 2 == 0; }),
                   .rotary = {.base = 150000.0}});
  const std::string prefix = checkpoint.prefix_of("embed_tokens.weight", {"model.", ""});
  for (std::size_t layer = 0; layer < blueprint.stack.layers.size(); ++layer) {
    const std::string at = prefix + "layers." + std::to_string(layer) + ".";
    blueprint.stack.layers[layer].self.sinks = at + "self_attn.sinks";
    add_experts(config, blueprint.stack.width, at + "mlp.", blueprint.stack.layers[layer].feed_forward);
  }
  return blueprint;
}

const Registered<Architecture> registered{
    {{
         .name = "gpt-oss",
         .summary = "decoder with attention sinks, alternating windows and a mixture of experts",
         .paper = "OpenAI 2025, gpt-oss-120b and gpt-oss-20b model card",
     },
     [](const Settings&) -> std::unique_ptr<const Architecture> {
       return std::make_unique<PlannedArchitecture<plan>>(std::vector<std::string_view>{"gpt_oss"});
     }}};

}  // namespace
}  // namespace attnscope
