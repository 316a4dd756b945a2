// BART: encoder and decoder with learned positions that start at row 2, and a norm of the embeddings.
#include "models/architecture.hpp"
#include "models/post_norm_stack.hpp"

namespace attnscope {
namespace {

Blueprint plan(const Checkpoint& checkpoint) {
  checkpoint.config.expect("is_decoder", false);
  checkpoint.config.expect("is_encoder_decoder", true);
  checkpoint.config.expect("add_final_layer_norm", false);
  checkpoint.config.expect("normalize_before", false);
  return post_norm_plan(checkpoint, {.prefix = checkpoint.prefix_of("shared.weight", {"model.", ""}),
                                     .first_position = 2,
                                     .has_embedding_norm = true});
}

const Registered<Architecture> registered{
    {{
         .name = "bart",
         .summary = "encoder and decoder with learned positions",
         .paper = "Lewis et al. 2020, BART: denoising sequence-to-sequence pre-training",
     },
     [](const Settings&) -> std::unique_ptr<const Architecture> {
       return std::make_unique<PlannedArchitecture<plan>>(std::vector<std::string_view>{"bart"});
     }}};

}  // namespace
}  // namespace attnscope
