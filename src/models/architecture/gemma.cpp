// Gemma: token rows times √width, norm gains stored as differences from 1, gelu gates.
#include <cmath>

#include "models/architecture.hpp"
#include "models/gated_decoder.hpp"

namespace attnscope {
namespace {

Blueprint plan(const Checkpoint& checkpoint) {
  const Config& config = checkpoint.config;
  using Bias = LinearSource::Bias;
  config.expect("use_bidirectional_attention", false);
  config.expect("hidden_activation", config.text_or("hidden_act", "gelu_pytorch_tanh"));
  const Bias bias = config.flag_or("attention_bias", false) ? Bias::present : Bias::absent;
  return gated_decoder(checkpoint,
                       {.projection_bias = bias,
                        .output_bias = bias,
                        .gain_offset = 1.0,
                        .embedding_scale = std::sqrt(static_cast<double>(config.size("hidden_size"))),
                        .default_activation = "gelu_pytorch_tanh"});
}

std::vector<GgufDialect> dialects() {
  GgufDialect dialect = gated_decoder_dialect("gemma", "gemma");
  dialect.dialect.gains_are_whole = true;
  return {std::move(dialect)};
}

const Registered<Architecture> registered{
    {{
         .name = "gemma",
         .summary = "Llama with scaled token rows and gelu gates",
         .paper = "Gemma Team 2024, Gemma: open models based on Gemini research and technology",
     },
     [](const Settings&) -> std::unique_ptr<const Architecture> {
       return std::make_unique<PlannedArchitecture<plan, dialects>>(std::vector<std::string_view>{"gemma"});
     }}};

}  // namespace
}  // namespace attnscope
