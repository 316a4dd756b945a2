// The plan that BART and Marian share: an encoder and a decoder with norms after each part.
#pragma once

#include <string>

#include "models/blueprint.hpp"
#include "models/checkpoint.hpp"

namespace attnscope {

struct PostNormTraits {
  std::string prefix = {};  ///< of all tensors: "model."
  EmbeddingPlan::Positions positions = EmbeddingPlan::Positions::table;
  Index first_position = 0;
  bool has_embedding_norm = false;
  Index decoder_vocabulary = 0;
};

/// Throws: Error(input) for a broken config.
Blueprint post_norm_plan(const Checkpoint& checkpoint, const PostNormTraits& traits);

}  // namespace attnscope
