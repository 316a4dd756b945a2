// How an architecture is stored in GGUF files: other keys, other tensor names, and small differences of
// layout.
#pragma once

#include <string_view>
#include <vector>

#include "models/checkpoint.hpp"

namespace attnscope {

/// A setting under "<architecture>." in the metadata, and the path in config.json that it is the same as.
struct GgufKey {
  enum class Need { required, optional };
  std::string_view gguf;  ///< "attention.head_count"
  std::string_view config;
  Need need = Need::required;
};

/// A tensor's name in both; '#' stands for the number of the layer, and ".weight" and ".bias" are left out.
struct TensorName {
  std::string_view config;
  std::string_view gguf;
};

struct GgufDialect {
  std::string_view architecture;  ///< "general.architecture"
  std::string_view model_type;    ///< in config.json
  std::vector<GgufKey> keys;
  std::vector<TensorName> names;
  /// What the format does not store because it never differs.
  std::vector<std::pair<std::string_view, Config::Value>> constants = {};
  Dialect dialect = {};
  /// What takes more than a table; may be null.
  void (*finish)(const Weights& weights, Config& config) = nullptr;
};

/// A GGUF file, or another that calls its settings and tensors as GGUF does.
/// Throws: Error(unsupported) for an architecture or a setting that is not known.
Checkpoint gguf_checkpoint(std::unique_ptr<const Weights> weights);

}  // namespace attnscope
