// Turns metadata into a config and tensor names into those of the file; what no table names is refused.
#include "models/gguf_dialect.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "core/error.hpp"
#include "core/foreign_file.hpp"
#include "core/utf8.hpp"
#include "models/architecture.hpp"

namespace attnscope {
namespace {

/// Settings that say nothing about attention, or that the tensors say as well.
constexpr std::array<std::string_view, 9> harmless_keys{"vocab_size",
                                                        "pooling_type",
                                                        "decoder_start_token_id",
                                                        "rope.scaling.finetuned",
                                                        "final_logit_softcapping",
                                                        "tensor_data_layout",
                                                        "attention.causal",
                                                        "rope.scaling.attn_factor",
                                                        "attention.value_length"};

std::vector<GgufDialect> all_dialects() {
  std::vector<GgufDialect> dialects;
  for (const Entry<Architecture>& entry : Registry<Architecture>::instance().entries()) {
    const auto architecture = entry.make(Settings(entry.name, entry.settings, {}));
    for (GgufDialect& dialect : architecture->gguf_dialects()) dialects.push_back(std::move(dialect));
  }
  return dialects;
}

GgufDialect dialect_of(const std::string& architecture, const std::string& file) {
  std::string known;
  for (GgufDialect& dialect : all_dialects()) {
    if (dialect.architecture == architecture) return std::move(dialect);
    known += (known.empty() ? "" : ", ") + std::string(dialect.architecture);
  }
  throw Error(
      Error::Kind::unsupported,
      file + ": architecture '" + printable(architecture) + "' is not one whose attention can be shown",
      "supported in GGUF files: " + known);
}

/// A single number, also where the file has a list with one for each layer, if they are all equal.
double number_at(const Metadata& metadata, const std::string& key, const std::string& file) {
  const MetadataValue& value = metadata.values().find(key)->second;
  if (std::holds_alternative<double>(value)) return metadata.real(key);
  const std::vector<Index> all = metadata.wholes(key);
  if (all.empty() || std::any_of(all.begin(), all.end(), [&](Index one) { return one != all.front(); })) {
    throw Error(Error::Kind::unsupported,
                file + ": '" + key + "' differs from layer to layer, which is not supported");
  }
  return static_cast<double>(all.front());
}

/// Rotary scaling, which all architectures store alike.
void read_rotary(const Metadata& metadata, const std::string& prefix, const std::string& file, Config& config,
                 std::set<std::string>& read) {
  const auto take = [&](const char* key, const char* path) {
    const std::string whole = prefix + key;
    read.insert(whole);
    if (metadata.has(whole)) config.set(path, number_at(metadata, whole, file));
  };
  take("rope.freq_base", "rope_theta");
  const std::string type_key = prefix + "rope.scaling.type";
  read.insert(type_key);
  const std::string type = metadata.text_or(type_key, "none");
  if (type != "none") config.set("rope_scaling.rope_type", type);
  take("rope.scaling.factor", "rope_scaling.factor");
  take("rope.scaling.original_context_length", "original_max_position_embeddings");
  take("rope.scaling.yarn_beta_fast", "rope_scaling.beta_fast");
  take("rope.scaling.yarn_beta_slow", "rope_scaling.beta_slow");
  if (type == "none" && config.has("rope_scaling.factor"))
    config.set("rope_scaling.rope_type", std::string("linear"));
}

Config config_of(const Weights& weights, const GgufDialect& dialect, const std::string& file) {
  const Metadata& metadata = weights.metadata();
  const std::string prefix = std::string(dialect.architecture) + ".";
  Config config(file + ": metadata");
  std::set<std::string> read;
  config.set("model_type", std::string(dialect.model_type));
  for (const auto& [path, value] : dialect.constants) config.set(std::string(path), value);
  if (const Tensor* tokens = weights.find("token_embd.weight");
      tokens != nullptr && tokens->shape.size() == 2) {
    config.set("vocab_size", static_cast<double>(tokens->shape.front()));
  }
  for (const GgufKey& key : dialect.keys) {
    const std::string whole = prefix + std::string(key.gguf);
    read.insert(whole);
    if (key.need == GgufKey::Need::required && !metadata.has(whole)) metadata.whole(whole);  // throws
    if (metadata.has(whole)) config.set(std::string(key.config), number_at(metadata, whole, file));
  }
  read_rotary(metadata, prefix, file, config, read);
  for (const std::string_view key : harmless_keys) read.insert(prefix + std::string(key));
  for (const auto& [key, value] : metadata.values()) {
    if (!key.starts_with(prefix) || read.contains(key)) continue;
    throw Error(Error::Kind::unsupported, file + ": '" + printable(key) + "' is " + metadata_text(value) +
                                              ", which this program does not know for this architecture");
  }
  if (dialect.finish != nullptr) dialect.finish(weights, config);
  return config;
}

/// The first number between dots becomes '#'; which number it was is returned beside the name.
std::pair<std::string, std::string> without_number(const std::string& name) {
  std::size_t begin = 0;
  while (begin < name.size()) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    const std::string part = name.substr(begin, end - begin);
    const bool is_number = !part.empty() && std::all_of(part.begin(), part.end(), [](unsigned char letter) {
      return std::isdigit(letter) != 0;
    });
    if (is_number) return {name.substr(0, begin) + "#" + name.substr(end), part};
    begin = end + 1;
  }
  return {name, {}};
}

std::string renamed(const std::vector<TensorName>& names, const std::string& name) {
  std::string stem = name;
  std::string ending;
  for (const std::string_view known : {".weight", ".bias"}) {
    if (!name.ends_with(known)) continue;
    ending = known;
    stem = name.substr(0, name.size() - known.size());
  }
  const auto [pattern, number] = without_number(stem);
  const auto found =
      std::find_if(names.begin(), names.end(),
                   [&, &wanted = pattern](const TensorName& entry) { return entry.config == wanted; });
  if (found == names.end()) return name;
  std::string result(found->gguf);
  if (const std::size_t place = result.find('#'); place != std::string::npos)
    result.replace(place, 1, number);
  return result + ending;
}

}  // namespace

Checkpoint gguf_checkpoint(std::unique_ptr<const Weights> weights) {
  const std::string file = shown_path(weights->path());
  const GgufDialect dialect = dialect_of(weights->metadata().text("general.architecture"), file);
  Checkpoint checkpoint{
      .path = weights->path(),
      .config = config_of(*weights, dialect, file),
      .dialect = dialect.dialect,
      .rename = [names = dialect.names](const std::string& name) { return renamed(names, name); }};
  if (weights->has("rope_freqs.weight")) checkpoint.dialect.rotary_divisors = "rope_freqs.weight";
  checkpoint.weights = std::move(weights);
  return checkpoint;
}

}  // namespace attnscope
