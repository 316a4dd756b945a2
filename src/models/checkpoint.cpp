// Hugging Face folders, and files that describe themselves.
#include "models/checkpoint.hpp"

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/foreign_file.hpp"

namespace attnscope {
namespace {

constexpr std::uint64_t most_config_bytes = 16U << 20U;

Checkpoint open_folder(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "config.json";
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    throw Error(Error::Kind::input, shown_path(folder) + ": no config.json in this folder",
                "give a Hugging Face model folder, or a GGUF or llama2.c file");
  }
  Checkpoint checkpoint{.path = folder,
                        .config = Config::parse(read_text(file, most_config_bytes), "config.json")};
  checkpoint.weights = open_weights(folder);
  return checkpoint;
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
  if (std::filesystem::is_directory(path, ignored)) return open_folder(path);
  throw Error(Error::Kind::unsupported, shown_path(path) + ": not a model folder");
}

}  // namespace attnscope
