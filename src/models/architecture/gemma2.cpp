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

/// The scale of the scores is not in the file: it follows the head size, in the largest model width over
/// heads.
void finish(const Weights& weights, Config& config) {
  constexpr Index largest_layers = 46;
  gated_decoder_dialect("gemma2", "gemma2").finish(weights, config);
  const bool is_largest = config.size("num_hidden_layers") == largest_layers;
  const Index size =
      is_largest ? share_of(config, "hidden_size", "num_attention_heads") : head_size_of(config);
  config.set("query_pre_attn_scalar", static_cast<double>(size));
}

std::vector<GgufDialect> dialects() {
  GgufDialect dialect = gated_decoder_dialect("gemma2", "gemma2");
  dialect.dialect.gains_are_whole = true;
  dialect.keys.push_back({"attention.sliding_window", "sliding_window", GgufKey::Need::optional});
  dialect.keys.push_back({"attn_logit_softcapping", "attn_logit_softcapping", GgufKey::Need::optional});
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
         .name = "gemma2",
         .summary = "Gemma with four norms a layer, capped scores and alternating windows",
         .paper = "Gemma Team 2024, Gemma 2: improving open language models at a practical size",
     },
     [](const Settings&) -> std::unique_ptr<const Architecture> {
       return std::make_unique<PlannedArchitecture<plan, dialects>>(std::vector<std::string_view>{"gemma2"});
     }}};

}  // namespace
}  // namespace attnscope
