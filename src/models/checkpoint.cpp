// Hugging Face folders, and files that describe themselves.
#include "models/checkpoint.hpp"

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/foreign_file.hpp"
#include "models/gguf_dialect.hpp"

namespace attnscope {
namespace {

constexpr std::uint64_t most_config_bytes = 16U << 20U;

Config read_config(const std::filesystem::path& folder) {
  return Config::parse(read_text(folder / "config.json", most_config_bytes), "config.json");
}

Checkpoint open_folder(const std::filesystem::path& folder) {
  Checkpoint checkpoint{.path = folder, .config = read_config(folder)};
  checkpoint.weights = open_weights(folder);
  return checkpoint;
}

/// A weight file that does not describe itself needs the config.json of its folder.
Checkpoint open_beside_config(const std::filesystem::path& path, std::unique_ptr<const Weights> weights) {
  std::error_code ignored;
  const std::filesystem::path folder =
      std::filesystem::is_directory(path, ignored) ? path : path.parent_path();
  if (!std::filesystem::exists(folder / "config.json", ignored)) {
    throw Error(Error::Kind::input, shown_path(folder) + ": no config.json in this folder",
                "give a Hugging Face model folder, or a GGUF or llama2.c file");
  }
  return {.path = folder, .config = read_config(folder), .weights = std::move(weights)};
}

}  // namespace

std::string Checkpoint::prefix_of(const std::string& tensor,
                                  std::initializer_list<const char*> prefixes) const {
  const Tensors all = tensors();
  for (const char* prefix : prefixes) {
    if (all.has(prefix + tensor)) return prefix;
  }
  return *prefixes.begin();
}

Checkpoint open_checkpoint(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored) &&
      std::filesystem::exists(path / "config.json", ignored)) {
    return open_folder(path);
  }
  std::unique_ptr<const Weights> weights = open_weights(path);
  if (weights->metadata().has("general.architecture")) return gguf_checkpoint(std::move(weights));
  return open_beside_config(path, std::move(weights));
}

}  // namespace attnscope
