// The index of a model in several safetensors files: which tensor lies in which.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace attnscope {

struct Shard {
  std::string name;                  ///< file name beside the index
  std::vector<std::string> tensors;  ///< by name
};

/// Reads "model.safetensors.index.json". Shards by name. Throws: Error(input) for an index that is not one, a
/// tensor listed twice, a shard name that leaves the model's folder, or a shard that is missing.
std::vector<Shard> read_shard_index(const std::filesystem::path& path);

}  // namespace attnscope
