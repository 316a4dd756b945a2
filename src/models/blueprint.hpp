// The plan of a transformer: what its config.json means, in the terms of one forward pass. An architecture's
// file fills it in; nothing that computes asks which architecture it was.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attention/recipe.hpp"
#include "core/matrix.hpp"
#include "models/activation.hpp"
#include "models/rotary_plan.hpp"

namespace attnscope {

/// Rows of a stored matrix that make up a smaller one: row r is stored at
/// first + r / run · stride + r % run.
struct RowPick {
  Index first = 0;
  Index run = 0;  ///< 0: all rows from `first` on, in their order
  Index stride = 0;
};

/// Where the numbers of y = x · Wᵀ + b are stored.
struct LinearSource {
  enum class Bias { absent, present };
  enum class Layout { outputs_by_inputs, inputs_by_outputs };

  std::string name = {};  ///< of the tensors, without ".weight" and ".bias"; empty: there is no such layer
  Index outputs = 0;
  Index inputs = 0;
  Bias bias = Bias::present;
  Layout layout = Layout::outputs_by_inputs;
  Index stored_outputs = 0;  ///< of the whole stored matrix, where `rows` picks from it; else 0
  RowPick rows = {};

  explicit operator bool() const { return !name.empty(); }
};

/// Where the gain and shift of a norm are stored.
struct NormSource {
  enum class Kind { layer, root_mean_square };

  std::string name = {};  ///< without ".weight" and ".bias"; empty: there is no such norm
  Index size = 0;
  Kind kind = Kind::layer;
  bool has_shift = true;     ///< a tensor ".bias"
  bool has_gain = true;      ///< a tensor ".weight"
  double gain_offset = 0.0;  ///< added to the stored gain: 1 where gains are stored as differences from 1
  double epsilon = 1e-12;

  explicit operator bool() const { return !name.empty(); }
};

/// The three places of norms around a part f of a layer: x ← sum( x + output( f( input(x) ) ) ).
struct Norms {
  NormSource input = {};
  NormSource output = {};
  NormSource sum = {};
};

/// One attention of a layer.
struct AttentionPlan {
  Norms norms = {};
  LinearSource query = {};     ///< [heads · head size x width]
  LinearSource key = {};       ///< [key heads · head size x width]
  LinearSource value = {};     ///< [key heads · value size x width]
  LinearSource output = {};    ///< [width x heads · value size]
  NormSource query_norm = {};  ///< of each head's queries
  NormSource key_norm = {};
  double scale = 0.0;                ///< factor of scaled similarities; 0 means 1/√(head size)
  std::string sinks = {};            ///< a tensor of one learned score per head, for the normaliser "sink"
  int rotary = -1;                   ///< which of the stack's rotary plans turns queries and keys; -1: none
  LinearSource position_key = {};    ///< of the relative position rows, for content-to-position
  LinearSource position_query = {};  ///< for position-to-content
  Recipe own = {};
};

/// Several feed-forward parts, of which a router chooses for each token. Stored as [expert, in, out].
struct ExpertsPlan {
  LinearSource router = {};
  std::string gate_up = {};  ///< [experts x width x 2·inner], even columns gate, odd ones up; bias: "…_bias"
  std::string down = {};     ///< [experts x inner x width]
  Index count = 0;
  Index chosen = 0;
  double alpha = 1.702;  ///< (clamp(up) + 1) · clamp(gate) · sigmoid(alpha · gate)
  double limit = 7.0;
};

struct FeedForwardPlan {
  Norms norms = {};
  LinearSource gate = {};  ///< down( activation(gate(x)) · up(x) ); without a gate down( activation(up(x)) )
  LinearSource up = {};
  LinearSource down = {};
  Index inner = 0;
  const Activation* activation = nullptr;
  std::optional<ExpertsPlan> experts = {};
};

struct LayerPlan {
  Index weights_of = -1;  ///< the earlier layer whose weights this one uses too, or -1 for its own
  AttentionPlan self;
  std::optional<AttentionPlan> cross = {};
  FeedForwardPlan feed_forward;
  bool is_parallel = false;  ///< x ← x + attention(x) + feed-forward(x)
};

/// From ids to the input of the first layer.
struct EmbeddingPlan {
  enum class Positions { none, table, sinusoidal };

  std::string tokens = {};  ///< [vocabulary x width]
  Index vocabulary = 0;
  Index width = 0;
  double scale = 1.0;  ///< factor of the tokens' rows
  Positions kind = Positions::none;
  std::string positions = {};  ///< [rows x position width]
  Index position_rows = 0;
  Index first_position = 0;  ///< the row of the first token
  Index padding_id = -1;   ///< tokens of this id take the row before the first and are not counted; -1: none
  std::string types = {};  ///< [type rows x width]
  Index type_rows = 0;
  NormSource norm = {};
  LinearSource projection = {};         ///< from the embedding's width to the stack's
  NormSource projected_norm = {};       ///< after the projection
  bool are_positions_projected = true;  ///< false: positions have the stack's width and come after it
};

/// A table of biases by distance, shared by the layers of a stack: [rows x heads].
struct BiasTable {
  std::string name = {};
  Index rows = 0;
  Index buckets = 0;  ///< the first rows, which are used
};

/// Rows for relative positions, which every layer projects like queries and keys: [rows x width].
struct RelativeTable {
  std::string name = {};
  Index rows = 0;
  NormSource norm = {};
};

struct StackPlan {
  Index width = 0;
  Index heads = 0;
  Index key_value_heads = 0;
  Index head_size = 0;
  EmbeddingPlan embedding = {};
  std::vector<RotaryPlan> rotaries = {};
  std::optional<BiasTable> bias_table = {};
  std::optional<RelativeTable> relative_table = {};
  std::vector<LayerPlan> layers = {};
  NormSource final_norm = {};
  bool is_causal = false;
};

struct Blueprint {
  StackPlan stack;                        ///< the encoder, or the only stack
  std::optional<StackPlan> decoder = {};  ///< with cross attention to the first
  Index most_positions = 0;               ///< 0: nothing limits them
};

}  // namespace attnscope
