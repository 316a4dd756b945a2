// Gemma 2: norms before and after each part, capped scores, a window in every other layer.
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
  const Index window = config.size_or("sliding_window", 4096);
  return gated_decoder(
      checkpoint, {.projection_bias = bias,
                   .output_bias = bias,
                   .has_outer_norms = true,
                   .gain_offset = 1.0,
                   .embedding_scale = std::sqrt(static_cast<double>(config.size("hidden_size"))),
                   .scale = 1.0 / std::sqrt(config.real_or("query_pre_attn_scalar", 256.0)),
                   .activation_key = "hidden_activation",
                   .default_activation = "gelu_pytorch_tanh",
                   .cap = cap_of(config),
                   .windows = layer_windows(config, window, [](Index layer) { return layer % 2 == 0; })});
}

const Registered<Architecture> registered{
    {{
         .name = "gemma2",
         .summary = "Gemma with four norms a layer, capped scores and alternating windows",
         .paper = "Gemma Team 2024, Gemma 2: improving open language models at a practical size",
     },
     [](const Settings&) -> std::unique_ptr<const Architecture> {
       return std::make_unique<PlannedArchitecture<plan>>(std::vector<std::string_view>{"gemma2"});
     }}};

}  // namespace
}  // namespace attnscope
