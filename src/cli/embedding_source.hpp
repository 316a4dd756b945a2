// Maps of plain word vectors: attention without a model.
#pragma once

#include <memory>
#include <string>

#include "cli/source.hpp"

namespace attnscope::cli {

struct EmbeddingChoice {
  std::string table;      ///< a shipped name or a file
  Index projections = 0;  ///< heads with projections of their own; 0: one head with Q = K = V = the vectors
};

std::unique_ptr<MapSource> open_embedding_source(const EmbeddingChoice& choice, Parameters parameters);

}  // namespace attnscope::cli
