// Phi-3: Llama with fused projections, of which a part of each head may turn.
#include "models/architecture.hpp"
#include "models/gated_decoder.hpp"

namespace attnscope {
namespace {

Blueprint plan(const Checkpoint& checkpoint) {
  const Index window = checkpoint.config.size_or("sliding_window", 0);
  return gated_decoder(checkpoint,
                       {.has_fused_projections = true,
                        .default_epsilon = 1e-5,
                        .windows = layer_windows(checkpoint.config, window, [](Index) { return true; })});
}

const Registered<Architecture> registered{{{
                                               .name = "phi3",
                                               .summary = "Llama with fused projections",
                                               .paper = "Abdin et al. 2024, Phi-3 technical report",
                                           },
                                           [](const Settings&) -> std::unique_ptr<const Architecture> {
                                             return std::make_unique<PlannedArchitecture<plan>>(
                                                 std::vector<std::string_view>{"phi3"});
                                           }}};

}  // namespace
}  // namespace attnscope
