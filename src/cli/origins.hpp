// Where Q, K and V come from, if not all from the text's own states in that layer.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "models/model.hpp"

namespace attnscope::cli {

/// What --query-from, --key-from, --value-from say; empty means the usual place. Each is one of
///   embeddings     what the first layer reads, through this layer's projections
///   layer:N        what layer N reads, through this layer's projections
///   query, key     this layer's own Q or K: "--key-from query" makes Q = K
///   model:NAME     the Q, K or V of the same layer and head of another model on the same tokens
struct Origins {
  std::string query;
  std::string key;
  std::string value;

  void declare(Options& options);
  bool empty() const { return query.empty() && key.empty() && value.empty(); }
};

/// The states that each layer of a model reads on a text, kept for later passes.
class LayerStates {
 public:
  LayerStates(const Model& model, const ModelInput& input, ThreadPool& pool);
  /// [tokens x width]. Throws: Error(usage) for a layer that the model has not.
  ConstMatrixView at(Index layer) const;

 private:
  std::vector<Matrix> states_;
};

/// Q, K and V of every layer of another model on the same tokens.
class OtherModel {
 public:
  OtherModel(const std::string& name, const ModelInput& input, ThreadPool& pool);
  const Projection& at(Index layer) const;
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  std::vector<std::unique_ptr<const Projection>> layers_;
};

/// Puts other queries, keys and values into the sites of one text.
class OriginResolver {
 public:
  /// other_text: states of the text that keys and values come from, or null. All must outlive the resolver.
  OriginResolver(const Origins& origins, const Model& model, const ModelInput& input,
                 const LayerStates* other_text, ThreadPool& pool);

  /// The site's layer with Q, K and V from where they were asked for; valid until the next call.
  /// Throws: Error(usage) where the shapes do not allow it.
  Layer resolve(const AttentionSite& site);

 private:
  enum class Part { query, key, value };
  void replace(Layer& layer, const AttentionSite& site, Part part, const std::string& origin);
  const Projection& projected(const AttentionSite& site, ConstMatrixView states);

  const Origins& origins_;
  const LayerStates* other_text_;
  std::unique_ptr<LayerStates> own_;
  std::map<std::string, OtherModel> others_;
  std::vector<std::unique_ptr<const Projection>> kept_;
};

}  // namespace attnscope::cli
