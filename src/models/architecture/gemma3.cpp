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

/// The scale of the scores is not in the file: it follows the head size, in the largest model width over
/// heads.
void finish(const Weights& weights, Config& config) {
  constexpr Index largest_layers = 62;
  gated_decoder_dialect("gemma3", "gemma3_text").finish(weights, config);
  const bool is_largest = config.size("num_hidden_layers") == largest_layers;
  const Index size =
      is_largest ? share_of(config, "hidden_size", "num_attention_heads") : head_size_of(config);
  config.set("query_pre_attn_scalar", static_cast<double>(size));
}

std::vector<GgufDialect> dialects() {
  GgufDialect dialect = gated_decoder_dialect("gemma3", "gemma3_text");
  dialect.dialect.gains_are_whole = true;
  dialect.keys.push_back({"attention.sliding_window", "sliding_window", GgufKey::Need::optional});
  dialect.keys.push_back({"attn_logit_softcapping", "attn_logit_softcapping", GgufKey::Need::optional});
  dialect.keys.push_back({"rope.freq_base_swa", "rope_local_base_freq", GgufKey::Need::optional});
  // Here the norm after attention has a name of its own, and "ffn_norm" is the one before the next part.
  std::erase_if(dialect.names, [](const TensorName& name) { return name.gguf == "blk.#.ffn_norm"; });
  dialect.names.push_back({"model.layers.#.post_attention_layernorm", "blk.#.post_attention_norm"});
  dialect.names.push_back({"model.layers.#.pre_feedforward_layernorm", "blk.#.ffn_norm"});
  dialect.names.push_back({"model.layers.#.post_feedforward_layernorm", "blk.#.post_ffw_norm"});
  dialect.finish = finish;
  return {std::move(dialect)};
}

const Registered<Architecture> registered{
    {{
         .name = "gemma3",
         .summary = "Gemma with norms on queries and keys and mostly local layers",
         .paper = "Gemma Team 2025, Gemma 3 technical report",
     },
     [](const Settings&) -> std::unique_ptr<const Architecture> {
       return std::make_unique<PlannedArchitecture<plan, dialects>>(
           std::vector<std::string_view>{"gemma3_text"});
     }}};

}  // namespace
}  // namespace attnscope
