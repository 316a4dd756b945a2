// The keys and tensor names of Llama's kin in GGUF files.
#include "models/gated_decoder.hpp"

namespace attnscope {
namespace {

/// Files say how many values turn; config.json says which share of a head that is.
void finish_rotary(const Weights& /*weights*/, Config& config) {
  if (!config.has("rope_dimension_count")) return;
  const Index turning = config.size("rope_dimension_count");
  const Index head_size = head_size_of(config);
  config.set("partial_rotary_factor", static_cast<double>(turning) / static_cast<double>(head_size));
}

}  // namespace

GgufDialect gated_decoder_dialect(std::string_view architecture, std::string_view model_type) {
  constexpr auto optional = GgufKey::Need::optional;
  return {
      .architecture = architecture,
      .model_type = model_type,
      .keys = {{"context_length", "max_position_embeddings"},
               {"embedding_length", "hidden_size"},
               {"block_count", "num_hidden_layers"},
               {"feed_forward_length", "intermediate_size"},
               {"attention.head_count", "num_attention_heads"},
               {"attention.head_count_kv", "num_key_value_heads", optional},
               {"attention.key_length", "head_dim", optional},
               {"attention.layer_norm_rms_epsilon", "rms_norm_eps"},
               {"rope.dimension_count", "rope_dimension_count", optional}},
      .names = {{"model.embed_tokens", "token_embd"},
                {"model.norm", "output_norm"},
                {"model.layers.#.input_layernorm", "blk.#.attn_norm"},
                {"model.layers.#.self_attn.q_proj", "blk.#.attn_q"},
                {"model.layers.#.self_attn.k_proj", "blk.#.attn_k"},
                {"model.layers.#.self_attn.v_proj", "blk.#.attn_v"},
                {"model.layers.#.self_attn.qkv_proj", "blk.#.attn_qkv"},
                {"model.layers.#.self_attn.o_proj", "blk.#.attn_output"},
                {"model.layers.#.self_attn.q_norm", "blk.#.attn_q_norm"},
                {"model.layers.#.self_attn.k_norm", "blk.#.attn_k_norm"},
                {"model.layers.#.post_attention_layernorm", "blk.#.ffn_norm"},
                {"model.layers.#.mlp.gate_proj", "blk.#.ffn_gate"},
                {"model.layers.#.mlp.up_proj", "blk.#.ffn_up"},
                {"model.layers.#.mlp.gate_up_proj", "blk.#.ffn_up"},
                {"model.layers.#.mlp.down_proj", "blk.#.ffn_down"}},
      .finish = finish_rotary,
  };
}

}  // namespace attnscope
