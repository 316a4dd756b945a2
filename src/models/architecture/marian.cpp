// Marian: BART with sinusoids in the place of learned positions, and no norm of the embeddings.
#include "models/architecture.hpp"
#include "models/post_norm_stack.hpp"

namespace attnscope {
namespace {

Blueprint plan(const Checkpoint& checkpoint) {
  const Config& config = checkpoint.config;
  config.expect("is_decoder", false);
  config.expect("is_encoder_decoder", true);
  config.expect("normalize_before", false);
  config.expect("normalize_embedding", false);
  config.expect("static_position_embeddings", true);
  config.flag_or("share_encoder_decoder_embeddings", true);  // which tables are in the file says the same
  return post_norm_plan(
      checkpoint,
      {.prefix = checkpoint.prefix_of("encoder.layers.0.fc1.weight", {"model.", ""}),
       .positions = EmbeddingPlan::Positions::sinusoidal,
       .decoder_vocabulary = config.has("decoder_vocab_size") ? config.size("decoder_vocab_size") : 0});
}

const Registered<Architecture> registered{
    {{
         .name = "marian",
         .summary = "translation encoder and decoder with sinusoidal positions",
         .paper = "Junczys-Dowmunt et al. 2018, Marian: fast neural machine translation in C++",
     },
     [](const Settings&) -> std::unique_ptr<const Architecture> {
       return std::make_unique<PlannedArchitecture<plan>>(std::vector<std::string_view>{"marian"});
     }}};

}  // namespace
}  // namespace attnscope
