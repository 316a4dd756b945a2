// A model: what it is, and what its attention does on a text.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "attention/engine.hpp"
#include "attention/recipe.hpp"
#include "core/parallel.hpp"

namespace attnscope {

class Tokenizer;

/// A head that the model's config.json declares to have a job:
/// "attnscope": {"dependency_head": [4, 0]} is the role "dependency" of layer 4, head 0.
struct HeadRole {
  std::string role;
  Index layer = 0;
  Index head = 0;
  std::string note;  ///< to be said wherever the head is shown
};

/// What the headers of a model say of it.
struct ModelInfo {
  std::string name;          ///< of the folder or file
  std::string model_type;    ///< as config.json writes it: "bert"
  Index layers = 0;          ///< with attention maps of their own; of the encoder where there are two stacks
  Index decoder_layers = 0;  ///< of the decoder of an encoder-decoder model
  Index heads = 0;
  Index key_value_heads = 0;  ///< query head h reads key head h / (heads / key_value_heads)
  Index decoder_heads = 0;
  Index head_size = 0;
  Index width = 0;
  Index inner_width = 0;  ///< of the first layer's feed-forward part; of one expert where there are several
  bool has_gate = false;  ///< that part has a third matrix
  Index vocabulary_size = 0;
  Index most_positions = 0;         ///< tokens it was made for; 0 where nothing limits them
  bool has_position_table = false;  ///< a longer text cannot be run at all, not only badly
  bool is_causal = false;           ///< of the first stack
  bool has_decoder = false;         ///< encoder and decoder, with cross attention
  Index segment_count = 1;          ///< token types that it knows
  std::string dtype;                ///< of most weights, as the file spells it
  std::vector<HeadRole> roles;
  std::vector<std::string> unused_keys;  ///< of config.json, which nothing here reads
};

/// Token ids, and what goes with them.
struct ModelInput {
  std::span<const Index> ids;
  std::span<const Index> segments = {};  ///< token types; empty means all 0
  std::span<const Index> target = {};    ///< the decoder's ids, for encoder-decoder models
};

/// Q, K and V that a layer's own projections make of some states.
struct Projection {
  Matrix numbers;                  ///< [states x everything]
  std::vector<ConstMatrixView> q;  ///< a head each, looking at `numbers`
  std::vector<ConstMatrixView> k;
  std::vector<ConstMatrixView> v;
};

/// One attention of the forward pass. Everything in it lives until `visit` returns.
struct AttentionSite {
  enum class Kind { self, decoder, cross };  ///< self: of the first stack; the other two: of the decoder
  Kind kind = Kind::self;
  Layer layer;                  ///< Q, K, V before position encoding; its parameters are never null
  const Recipe* own = nullptr;  ///< the model's own attention of this layer
  /// What this layer's projections make of other states [any x width], normed as the layer's own; null at
  /// cross sites.
  std::function<std::unique_ptr<const Projection>(ConstMatrixView states)> project = {};
  std::span<const Map> maps = {};  ///< of all heads, where asked for: the weights that the pass goes on with
};

/// "self", "decoder", "cross".
std::string_view name_of(AttentionSite::Kind kind);

/// Heads whose output the recipe makes instead of the model's own attention, and flows on.
struct Replacement {
  RecipeText recipe;  ///< laid over each layer's own recipe
  std::function<bool(AttentionSite::Kind kind, Index layer, Index head)> applies;
};

struct RunOptions {
  enum class Maps { none, explicit_maps };
  Maps maps = Maps::none;
  /// The last layer wanted; those above are not computed, and of this one only queries, keys and what maps
  /// need. -1 is the last of all. With a decoder it counts the decoder's layers.
  Index last_layer = -1;
  const Replacement* replacement = nullptr;
  /// What the user gives the stages of a recipe; each site's parameters hold them beside the model's own.
  const Parameters* parameters = nullptr;
};

/// A transformer whose weights are read layer by layer when they are first needed, and then kept.
/// Thread safety: `run` may be called from several threads with different pools.
class Model {
 public:
  virtual ~Model() = default;
  /// A Hugging Face folder, a GGUF file or a llama2.c file. Only headers are read.
  /// Throws: Error(input) for broken files, Error(unsupported) for what this program does not compute.
  static std::unique_ptr<const Model> load(const std::filesystem::path& path);

  virtual const ModelInfo& info() const = 0;
  /// Null where the model's files hold none.
  virtual const Tokenizer* tokenizer() const = 0;

  /// The forward pass; visit is called in this thread, layer by layer.
  /// Throws: Error(input) for an id outside the vocabulary or a text longer than the position table.
  virtual void run(const ModelInput& input, const RunOptions& options,
                   const std::function<void(const AttentionSite&)>& visit, ThreadPool& pool) const = 0;
};

}  // namespace attnscope
