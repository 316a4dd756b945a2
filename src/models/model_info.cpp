// Sizes from the plan, roles from config.json, the dtype from the tensors.
#include "models/model_info.hpp"

#include <algorithm>
#include <map>

#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

constexpr std::string_view role_prefix = "attnscope.";
constexpr std::string_view role_ending = "_head";

std::vector<HeadRole> roles_of(const Config& config, const ModelInfo& info) {
  std::vector<HeadRole> roles;
  for (const std::string& path : config.paths_under(role_prefix)) {
    if (!path.ends_with(role_ending)) continue;
    const std::vector<Index> place = config.wholes(path);
    const bool is_known = place.size() == 2 && place[0] >= 0 && place[0] < info.layers && place[1] >= 0 &&
                          place[1] < info.heads;
    if (!is_known) {
      config.refuse(path, "[layer, head] of a model of " + std::to_string(info.layers) + " layers and " +
                              std::to_string(info.heads) + " heads");
    }
    const std::string role =
        path.substr(role_prefix.size(), path.size() - role_prefix.size() - role_ending.size());
    roles.push_back({.role = role,
                     .layer = place[0],
                     .head = place[1],
                     .note = "taught: the model's " + config.file() + " declares it the " +
                             printable(role, 40) + " head"});
  }
  return roles;
}

/// The dtype of most numbers.
std::string main_dtype(const Weights& weights) {
  std::map<std::string, std::uint64_t> bytes;
  for (const Tensor& tensor : weights.tensors()) bytes[tensor.dtype] += tensor.bytes;
  const auto most = std::max_element(bytes.begin(), bytes.end(), [](const auto& one, const auto& other) {
    return one.second < other.second;
  });
  return most == bytes.end() ? std::string() : most->first;
}

std::string name_of(const std::filesystem::path& path) {
  const std::filesystem::path whole = std::filesystem::absolute(path).lexically_normal();
  return whole.has_filename() ? whole.filename().string() : whole.parent_path().filename().string();
}

}  // namespace

ModelInfo model_info(const Checkpoint& checkpoint, const Blueprint& plan) {
  const StackPlan& stack = plan.stack;
  ModelInfo info;
  info.name = name_of(checkpoint.path);
  info.model_type = checkpoint.config.text("model_type");
  info.layers = static_cast<Index>(stack.layers.size());
  info.heads = stack.heads;
  info.key_value_heads = stack.key_value_heads;
  info.head_size = stack.head_size;
  info.width = stack.width;
  if (!stack.layers.empty()) {
    const FeedForwardPlan& feed_forward = stack.layers.front().feed_forward;
    info.inner_width = feed_forward.inner;
    info.has_gate = !feed_forward.gate.name.empty() || feed_forward.experts.has_value();
  }
  info.vocabulary_size = stack.embedding.vocabulary;
  info.most_positions = plan.most_positions;
  info.has_position_table = stack.embedding.kind == EmbeddingPlan::Positions::table;
  info.is_causal = stack.is_causal;
  info.segment_count = std::max<Index>(1, stack.embedding.type_rows);
  if (plan.decoder) {
    info.has_decoder = true;
    info.decoder_layers = static_cast<Index>(plan.decoder->layers.size());
    info.decoder_heads = plan.decoder->heads;
  }
  info.dtype = main_dtype(*checkpoint.weights);
  info.roles = roles_of(checkpoint.config, info);
  info.unused_keys = checkpoint.config.unread();
  return info;
}

}  // namespace attnscope
