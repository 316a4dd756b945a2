// DeBERTa v2 and v3: beside content with content, content meets relative positions, and positions content.
#include <algorithm>
#include <cmath>
#include <string>

#include "models/architecture.hpp"

namespace attnscope {
namespace {

/// "pos_att_type" is a list, or in older files "p2c|c2p".
bool has_term(const Config& config, const std::string& term) {
  if (!config.has("pos_att_type")) return false;
  if (const auto* text = std::get_if<std::string>(&config.value("pos_att_type"))) {
    return ("|" + *text + "|").find("|" + term + "|") != std::string::npos;
  }
  if (const auto* numbers = std::get_if<std::vector<double>>(&config.value("pos_att_type"))) {
    if (numbers->empty()) return false;
  }
  const std::vector<std::string> terms = config.texts("pos_att_type");
  return std::find(terms.begin(), terms.end(), term) != terms.end();
}

class Planner {
 public:
  explicit Planner(const Checkpoint& checkpoint) : config_(checkpoint.config) {
    stack_.width = config_.size("hidden_size");
    stack_.heads = config_.size("num_attention_heads");
    stack_.key_value_heads = stack_.heads;
    stack_.head_size = config_.has("attention_head_size")
                           ? config_.size("attention_head_size")
                           : share_of(config_, "hidden_size", "num_attention_heads");
    inner_ = config_.size("intermediate_size");
    positions_ = config_.size_or("max_position_embeddings", 512);
    prefix_ = checkpoint.prefix_of("embeddings.word_embeddings.weight", {"", "deberta.", "model."});
    is_relative_ = config_.flag_or("relative_attention", false);
    has_content_to_position_ = is_relative_ && has_term(config_, "c2p");
    has_position_to_content_ = is_relative_ && has_term(config_, "p2c");
    config_.expect("conv_kernel_size", 0.0);
    const Index farthest = config_.whole_or("max_relative_positions", -1);
    farthest_ = farthest < 1 ? positions_ : farthest;
    buckets_ = std::max<Index>(config_.whole_or("position_buckets", -1), 0);
  }

  Blueprint plan() {
    plan_embedding();
    if (is_relative_) plan_relative_rows();
    const Index layers = config_.size("num_hidden_layers");
    for (Index layer = 0; layer < layers; ++layer) {
      stack_.layers.push_back(layer_plan(prefix_ + "encoder.layer." + std::to_string(layer) + "."));
    }
    const bool has_table = stack_.embedding.kind == EmbeddingPlan::Positions::table;
    return {.stack = std::move(stack_), .most_positions = has_table ? positions_ : Index{0}};
  }

 private:
  NormSource norm(const std::string& name) const {
    return {.name = name, .size = stack_.width, .epsilon = config_.real_or("layer_norm_eps", 1e-7)};
  }

  LinearSource linear(const std::string& name, Index outputs, Index inputs) const {
    return {.name = name, .outputs = outputs, .inputs = inputs};
  }

  void plan_embedding() {
    const Index width = config_.size_or("embedding_size", stack_.width);
    EmbeddingPlan& embedding = stack_.embedding;
    embedding = {.tokens = prefix_ + "embeddings.word_embeddings.weight",
                 .vocabulary = config_.size("vocab_size"),
                 .width = width,
                 .projected_norm = norm(prefix_ + "embeddings.LayerNorm")};
    if (config_.flag_or("position_biased_input", true)) {
      embedding.kind = EmbeddingPlan::Positions::table;
      embedding.positions = prefix_ + "embeddings.position_embeddings.weight";
      embedding.position_rows = positions_;
    }
    const Index types = config_.whole_or("type_vocab_size", 0);
    if (types > 0) {
      embedding.types = prefix_ + "embeddings.token_type_embeddings.weight";
      embedding.type_rows = types;
    }
    if (width != stack_.width) {
      embedding.projection = linear(prefix_ + "embeddings.embed_proj", stack_.width, width);
      embedding.projection.bias = LinearSource::Bias::absent;
    }
  }

  Index span() const { return buckets_ > 0 ? buckets_ : farthest_; }

  void plan_relative_rows() {
    stack_.relative_table = {.name = prefix_ + "encoder.rel_embeddings.weight", .rows = 2 * span()};
    const std::string kinds = "|" + config_.text_or("norm_rel_ebd", "none") + "|";
    if (kinds.find("|layer_norm|") != std::string::npos) {
      stack_.relative_table->norm = norm(prefix_ + "encoder.LayerNorm");
    }
  }

  Recipe own_recipe() const {
    const std::string settings = ":span=" + std::to_string(span()) + ",buckets=" + std::to_string(buckets_) +
                                 ",distance=" + std::to_string(farthest_);
    RecipeText text;
    if (has_content_to_position_) text.priors.push_back("content-to-position" + settings);
    if (has_position_to_content_) text.priors.push_back("position-to-content" + settings);
    return make_recipe(standard_recipe(), text);
  }

  LayerPlan layer_plan(const std::string& at) const {
    const Activation* activation = activation_of(config_, "hidden_act", "gelu");
    const Recipe own = own_recipe();
    const Index inside = stack_.heads * stack_.head_size;
    const auto projection = [&](const char* name) {
      return linear(at + "attention.self." + name, inside, stack_.width);
    };
    const bool is_shared = config_.flag_or("share_att_key", false);
    const double terms =
        1.0 + (has_content_to_position_ ? 1.0 : 0.0) + (has_position_to_content_ ? 1.0 : 0.0);
    AttentionPlan self{.norms = {.sum = norm(at + "attention.output.LayerNorm")},
                       .query = projection("query_proj"),
                       .key = projection("key_proj"),
                       .value = projection("value_proj"),
                       .output = linear(at + "attention.output.dense", stack_.width, inside),
                       .scale = 1.0 / std::sqrt(static_cast<double>(stack_.head_size) * terms),
                       .own = own};
    if (has_content_to_position_) self.position_key = projection(is_shared ? "key_proj" : "pos_key_proj");
    if (has_position_to_content_)
      self.position_query = projection(is_shared ? "query_proj" : "pos_query_proj");
    return {.self = std::move(self),
            .feed_forward = {.norms = {.sum = norm(at + "output.LayerNorm")},
                             .up = linear(at + "intermediate.dense", inner_, stack_.width),
                             .down = linear(at + "output.dense", stack_.width, inner_),
                             .inner = inner_,
                             .activation = activation}};
  }

  const Config& config_;
  std::string prefix_;
  Index inner_ = 0;
  Index positions_ = 0;
  bool is_relative_ = false;
  bool has_content_to_position_ = false;
  bool has_position_to_content_ = false;
  Index farthest_ = 0;  // tokens
  Index buckets_ = 0;   // 0: distances are cut, not gathered
  StackPlan stack_;
};

Blueprint plan(const Checkpoint& checkpoint) {
  return Planner(checkpoint).plan();
}

const Registered<Architecture> registered{
    {{
         .name = "deberta-v2",
         .summary = "encoder whose scores have terms for relative positions",
         .paper = "He et al. 2021, DeBERTa; He et al. 2023, DeBERTaV3",
     },
     [](const Settings&) -> std::unique_ptr<const Architecture> {
       return std::make_unique<PlannedArchitecture<plan>>(std::vector<std::string_view>{"deberta-v2"});
     }}};

}  // namespace
}  // namespace attnscope
