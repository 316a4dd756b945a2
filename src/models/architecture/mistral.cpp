// Mistral: Llama whose queries see a window of keys.
#include "models/architecture.hpp"
#include "models/gated_decoder.hpp"

namespace attnscope {
namespace {

Blueprint plan(const Checkpoint& checkpoint) {
  const Index window = checkpoint.config.size_or("sliding_window", 0);
  return gated_decoder(checkpoint,
                       {.windows = layer_windows(checkpoint.config, window, [](Index) { return true; })});
}

const Registered<Architecture> registered{{{
                                               .name = "mistral",
                                               .summary = "Llama whose queries see a window of keys",
                                               .paper = "Jiang et al. 2023, Mistral 7B",
                                           },
                                           [](const Settings&) -> std::unique_ptr<const Architecture> {
                                             return std::make_unique<PlannedArchitecture<plan>>(
                                                 std::vector<std::string_view>{"mistral"});
                                           }}};

}  // namespace
}  // namespace attnscope
