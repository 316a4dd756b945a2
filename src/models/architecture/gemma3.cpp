// Gemma 3: Gemma 2 with norms on queries and keys in the place of caps, and rotary positions of two speeds.
#include <cmath>
#include <sstream>

#include "models/architecture.hpp"
#include "models/gated_decoder.hpp"

namespace attnscope {
namespace {

std::string cap_of(const Config& config) {
  if (!config.has("attn_logit_softcapping")) return {};
  std::ostringstream text;
  text << "tanh:limit=" << config.real("attn_logit_softcapping");
  return text.str();
}

Blueprint plan(const Checkpoint& checkpoint) {
  const Config& config = checkpoint.config;
  using Bias = LinearSource::Bias;
  config.expect("use_bidirectional_attention", false);
  const Bias bias = config.flag_or("attention_bias", false) ? Bias::present : Bias::absent;
  const Index old_period = config.size_or("_sliding_window_pattern", 6);
  const Index period = config.size_or("sliding_window_pattern", old_period);
  const Index window = config.size_or("sliding_window", 4096);
  return gated_decoder(
      checkpoint,
      {.projection_bias = bias,
       .output_bias = bias,
       .has_head_norms = true,
       .has_outer_norms = true,
       .gain_offset = 1.0,
       .embedding_scale = std::sqrt(static_cast<double>(config.size("hidden_size"))),
       .scale = 1.0 / std::sqrt(config.real_or("query_pre_attn_scalar", 256.0)),
       .activation_key = "hidden_activation",
       .default_activation = "gelu_pytorch_tanh",
       .cap = cap_of(config),
       .windows = layer_windows(config, window, [&](Index layer) { return (layer + 1) % period != 0; }),
       .rotary = {.base = 1e6},
       .window_rotary = RotaryDefaults{.base = 10000.0, .base_key = "rope_local_base_freq"}});
}

const Registered<Architecture> registered{
    {{
         .name = "gemma3",
         .summary = "Gemma with norms on queries and keys and mostly local layers",
         .paper = "Gemma Team 2025, Gemma 3 technical report",
     },
     [](const Settings&) -> std::unique_ptr<const Architecture> {
       return std::make_unique<PlannedArchitecture<plan>>(std::vector<std::string_view>{"gemma3_text"});
     }}};

}  // namespace
}  // namespace attnscope
