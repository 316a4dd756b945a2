// Qwen 2: Llama with biases on queries, keys and values, and a window in the upper layers if it is switched
// on.
#include "models/architecture.hpp"
#include "models/gated_decoder.hpp"

namespace attnscope {
namespace {

Blueprint plan(const Checkpoint& checkpoint) {
  const Config& config = checkpoint.config;
  const Index first_window = config.whole_or("max_window_layers", 28);
  const Index stored_window = config.size_or("sliding_window", 4096);
  const Index window =
      config.flag_or("use_sliding_window", false) && config.has("sliding_window") ? stored_window : 0;
  return gated_decoder(checkpoint, {.projection_bias = LinearSource::Bias::present,
                                    .windows = layer_windows(
                                        config, window, [&](Index layer) { return layer >= first_window; })});
}

std::vector<GgufDialect> dialects() {
  return {gated_decoder_dialect("qwen2", "qwen2")};
}

const Registered<Architecture> registered{{{
                                               .name = "qwen2",
                                               .summary = "Llama with biases on queries, keys and values",
                                               .paper = "Yang et al. 2024, Qwen2 technical report",
                                           },
                                           [](const Settings&) -> std::unique_ptr<const Architecture> {
                                             return std::make_unique<PlannedArchitecture<plan, dialects>>(
                                                 std::vector<std::string_view>{"qwen2"});
                                           }}};

}  // namespace
}  // namespace attnscope
