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

/// Where the original context is shorter, the divisors of both lengths are tensors.
void finish(const Weights& weights, Config& config) {
  const auto take = [&](const char* tensor, const char* path) {
    const Tensor* found = weights.find(tensor);
    if (found == nullptr || found->shape.size() != 1) return;
    const std::vector<float> numbers = weights.vector(tensor, found->shape.front());
    config.set("rope_scaling.rope_type", std::string("longrope"));
    config.set(path, std::vector<double>(numbers.begin(), numbers.end()));
  };
  take("rope_factors_short.weight", "rope_scaling.short_factor");
  take("rope_factors_long.weight", "rope_scaling.long_factor");
}

std::vector<GgufDialect> dialects() {
  GgufDialect dialect = gated_decoder_dialect("phi3", "phi3");
  dialect.keys.push_back({"attention.sliding_window", "sliding_window", GgufKey::Need::optional});
  dialect.finish = [](const Weights& weights, Config& config) {
    gated_decoder_dialect("phi3", "phi3").finish(weights, config);
    finish(weights, config);
  };
  return {std::move(dialect)};
}

const Registered<Architecture> registered{{{
                                               .name = "phi3",
                                               .summary = "Llama with fused projections",
                                               .paper = "Abdin et al. 2024, Phi-3 technical report",
                                           },
                                           [](const Settings&) -> std::unique_ptr<const Architecture> {
                                             return std::make_unique<PlannedArchitecture<plan, dialects>>(
                                                 std::vector<std::string_view>{"phi3"});
                                           }}};

}  // namespace
}  // namespace attnscope
