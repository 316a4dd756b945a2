// Maps of given queries and keys, without a model.
#pragma once

#include <memory>
#include <string>

#include "cli/source.hpp"

namespace attnscope::cli {

/// Files of matrices, each [n x d] or [heads x n x d].
struct MatrixFiles {
  std::string q;
  std::string k;
  std::string v = {};       ///< may be empty
  std::string states = {};  ///< what Q was projected from, for stages that read it; may be empty
};

/// Throws: Error(input) for broken files or shapes that do not belong together.
std::unique_ptr<MapSource> open_matrix_source(const MatrixFiles& files, Parameters parameters);

}  // namespace attnscope::cli
