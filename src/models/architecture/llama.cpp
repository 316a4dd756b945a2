// Llama 1 to 3: the plain gated decoder.
#include "models/architecture.hpp"
#include "models/gated_decoder.hpp"

namespace attnscope {
namespace {

Blueprint plan(const Checkpoint& checkpoint) {
  const Config& config = checkpoint.config;
  using Bias = LinearSource::Bias;
  const Bias attention_bias = config.flag_or("attention_bias", false) ? Bias::present : Bias::absent;
  return gated_decoder(
      checkpoint, {.projection_bias = attention_bias,
                   .output_bias = attention_bias,
                   .feed_forward_bias = config.flag_or("mlp_bias", false) ? Bias::present : Bias::absent});
}

/// Value i and i + d/2 of a head lie next to each other: the converter has moved the rows of queries and
/// keys.
std::vector<GgufDialect> dialects() {
  GgufDialect dialect = gated_decoder_dialect("llama", "llama");
  dialect.dialect.rotary_pairing = RotaryPlan::Pairing::adjacent;
  return {std::move(dialect)};
}

const Registered<Architecture> registered{
    {{
         .name = "llama",
         .summary = "decoder with rotary positions, shared keys and a gated feed-forward part",
         .paper = "Touvron et al. 2023, Llama 2; Grattafiori et al. 2024, The Llama 3 herd of models",
     },
     [](const Settings&) -> std::unique_ptr<const Architecture> {
       return std::make_unique<PlannedArchitecture<plan, dialects>>(std::vector<std::string_view>{"llama"});
     }}};

}  // namespace
}  // namespace attnscope
