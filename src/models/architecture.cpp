// Finds the architecture of a checkpoint and holds its plan against the files.
#include "models/architecture.hpp"

#include <algorithm>
#include <array>

#include "core/error.hpp"
#include "core/suggest.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

/// Words in a key that tell of the attention, the norms or the sizes of a model.
constexpr std::array<std::string_view, 27> telling_words{
    "rope",  "rotary",  "window",  "attention", "attn",   "position",   "relative",  "norm", "bias",
    "scale", "scaling", "softcap", "cap",       "expert", "head",       "parallel",  "moe",  "residual",
    "alibi", "conv",    "quantiz", "layers",    "layer_", "multiplier", "embedding", "lora", "activation"};

/// Words in a key that tell of training, of other tasks, of outputs or of the running program.
constexpr std::array<std::string_view, 29> harmless_words{
    "dropout", "initializer", "classif",      "pooler",     "summary",    "implementation",
    "output",  "router_aux",  "label",        "task",       "token_id",   "cache",
    "pruned",  "_id",         "checkpoint",   "tie_",       "chunk_size", "deterministic",
    "prob",    "num_beam",    "return",       "logit_soft", "layerdrop",  "pretraining",
    "init_",   "drop",        "decoder_bias", "max_length", "upcast"};

bool has_word(std::string_view key, std::span<const std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [key](std::string_view word) { return key.find(word) != std::string_view::npos; });
}

/// What a key says when it asks for nothing: false, zero, or an empty list or text.
bool is_off(const Config::Value& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return !*flag;
  if (const double* number = std::get_if<double>(&value)) return *number == 0.0;
  if (const std::string* text = std::get_if<std::string>(&value)) return text->empty() || *text == "none";
  if (const auto* numbers = std::get_if<std::vector<double>>(&value)) return numbers->empty();
  return false;
}

void refuse_unread_settings(const Config& config) {
  for (const std::string& key : config.unread()) {
    if (key.starts_with("attnscope.") || !has_word(key, telling_words) || has_word(key, harmless_words))
      continue;
    if (is_off(config.value(key))) continue;
    throw Error(Error::Kind::unsupported,
                config.file() + ": '" + printable(key) + "' is " + config.shown(key) +
                    ", which this program does not know for this model type; its attention could be wrong");
  }
}

}  // namespace

const Entry<Architecture>& architecture_of(const std::string& model_type, const std::string& file) {
  std::string known_types;
  for (const Entry<Architecture>& entry : Registry<Architecture>::instance().entries()) {
    const auto architecture = entry.make(Settings(entry.name, entry.settings, {}));
    for (const std::string_view known : architecture->model_types()) {
      if (known == model_type) return entry;
      known_types += (known_types.empty() ? "" : ", ") + std::string(known);
    }
  }
  throw Error(Error::Kind::unsupported,
              file + ": model_type '" + printable(model_type) + "' is not supported",
              "supported: " + known_types);
}

Blueprint plan_of(const Checkpoint& checkpoint) {
  const Config& config = checkpoint.config;
  const Entry<Architecture>& entry = architecture_of(config.text("model_type"), config.file());
  Blueprint plan = entry.make(Settings(entry.name, entry.settings, {}))->plan(checkpoint);
  refuse_unread_settings(config);
  check_tensors(plan, checkpoint.tensors(), config.file());
  return plan;
}

const Activation* activation_of(const Config& config, std::string_view key, std::string_view fallback) {
  const std::string name = config.text_or(key, fallback);
  if (const Activation* activation = find_activation(name)) return activation;
  throw Error(Error::Kind::unsupported, config.file() + ": " + std::string(key) + " '" + printable(name) +
                                            "' is not a known activation");
}

Index share_of(const Config& config, std::string_view width_key, std::string_view heads_key) {
  const Index width = config.size(width_key);
  const Index heads = config.size(heads_key);
  if (width % heads != 0) {
    throw Error(Error::Kind::input, config.file() + ": " + std::string(width_key) + " " +
                                        std::to_string(width) + " is not a multiple of " +
                                        std::string(heads_key) + " " + std::to_string(heads));
  }
  return width / heads;
}

}  // namespace attnscope
