// Qwen 3: Llama with a norm on each head's queries and keys, before they turn.
#include "models/architecture.hpp"
#include "models/gated_decoder.hpp"

namespace attnscope {
namespace {

Blueprint plan(const Checkpoint& checkpoint) {
  const Config& config = checkpoint.config;
  using Bias = LinearSource::Bias;
  const Bias bias = config.flag_or("attention_bias", false) ? Bias::present : Bias::absent;
  const Index first_window = config.whole_or("max_window_layers", 28);
  const Index stored_window = config.size_or("sliding_window", 4096);
  const Index window =
      config.flag_or("use_sliding_window", false) && config.has("sliding_window") ? stored_window : 0;
  return gated_decoder(checkpoint, {.projection_bias = bias,
                                    .output_bias = bias,
                                    .has_head_norms = true,
                                    .windows = layer_windows(
                                        config, window, [&](Index layer) { return layer >= first_window; })});
}

std::vector<GgufDialect> dialects() {
  return {gated_decoder_dialect("qwen3", "qwen3")};
}

const Registered<Architecture> registered{{{
                                               .name = "qwen3",
                                               .summary = "Llama with a norm on each head's queries and keys",
                                               .paper = "Yang et al. 2025, Qwen3 technical report",
                                           },
                                           [](const Settings&) -> std::unique_ptr<const Architecture> {
                                             return std::make_unique<PlannedArchitecture<plan, dialects>>(
                                                 std::vector<std::string_view>{"qwen3"});
                                           }}};

}  // namespace
}  // namespace attnscope
