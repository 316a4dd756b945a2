// The plan that Llama and its many kin share: root-mean-square norms before each part, rotary positions,
// heads that share keys, a gated feed-forward part. Their architecture files say in which traits they differ.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/blueprint.hpp"
#include "models/checkpoint.hpp"
#include "models/gguf_dialect.hpp"
#include "models/rotary_config.hpp"

namespace attnscope {

struct DecoderTraits {
  LinearSource::Bias projection_bias = LinearSource::Bias::absent;  ///< of queries, keys and values
  LinearSource::Bias output_bias = LinearSource::Bias::absent;
  LinearSource::Bias feed_forward_bias = LinearSource::Bias::absent;
  bool has_head_norms = false;         ///< of each head's queries and keys, before they turn
  bool has_outer_norms = false;        ///< of each part's output, beside those of its input
  bool has_fused_projections = false;  ///< qkv_proj and gate_up_proj
  bool has_feed_forward = true;        ///< false: the architecture adds its own
  double gain_offset = 0.0;            ///< 1 where norm gains are stored as differences from 1
  double default_epsilon = 1e-6;
  double embedding_scale = 1.0;
  double scale = 0.0;  ///< of the scores; 0 means 1/√(head size)
  std::string_view activation_key = "hidden_act";
  std::string_view default_activation = "silu";
  std::string cap = {};  ///< such as "tanh:limit=50"
  std::string normaliser = {};
  std::vector<Index> windows =
      {};  ///< keys that each layer's queries see, the own one counted; 0: all before
  RotaryDefaults rotary = {};
  std::optional<RotaryDefaults> window_rotary = {};  ///< of the layers with a window, where theirs differ
};

Blueprint gated_decoder(const Checkpoint& checkpoint, const DecoderTraits& traits);

/// How GGUF files store such a decoder: keys and names that all of them have, for an architecture to add to.
GgufDialect gated_decoder_dialect(std::string_view architecture, std::string_view model_type);

/// A window for the layers that "layer_types" calls "sliding_attention", or where there is no such list, that
/// `by_default` names; 0 for the others, and for all when `window` is 0. Throws: Error(input) for a list of
/// another length, Error(unsupported) for other types of layers.
std::vector<Index> layer_windows(const Config& config, Index window,
                                 const std::function<bool(Index layer)>& by_default);

/// "head_dim", or width over heads.
Index head_size_of(const Config& config);

}  // namespace attnscope
