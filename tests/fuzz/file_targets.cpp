// The file formats: weights, arrays, matrices of other programs, word vectors, lists.
#include "core/registry.hpp"
#include "core/word_list.hpp"
#include "core/zip_archive.hpp"
#include "export/readers/given_maps.hpp"
#include "fuzz/fuzz_target.hpp"
#include "models/embedding_table.hpp"
#include "models/weight_format/shard_index.hpp"
#include "models/weight_format/weight_format.hpp"

namespace attnscope {
namespace {

using Path = std::filesystem::path;

/// Opens as one format whatever the bytes look like, and reads every tensor.
void read_weights(const char* format, const Path& path) {
  const auto weights = Registry<WeightFormat>::instance().make(format)->open(path);
  for (const Tensor& tensor : weights->tensors()) {
    if (tensor.type != nullptr) (void)weights->numbers(tensor.name, tensor.shape);
  }
  for (const auto& [key, value] : weights->metadata().values()) (void)metadata_text(value);
}

const FuzzTarget safetensors{"safetensors", [](const Path& path) { read_weights("safetensors", path); }};
const FuzzTarget gguf{"gguf", [](const Path& path) { read_weights("gguf", path); }};
const FuzzTarget llama2c{"llama2c", [](const Path& path) { read_weights("llama2c", path); }};
const FuzzTarget shard_index{"shard-index", [](const Path& path) { (void)read_shard_index(path); }};
const FuzzTarget npy{"npy", [](const Path& path) { (void)read_npy(path); }};
const FuzzTarget npz{"npz", [](const Path& path) {
                       const NpzReader archive(path);
                       for (const std::string& name : archive.names()) {
                         const char kind = archive.header(name).kind;
                         if (kind == 'U' || kind == 'S') {
                           (void)archive.texts(name);
                         } else {
                           (void)archive.floats(name);
                         }
                       }
                     }};
const FuzzTarget maps{"maps", [](const Path& path) { (void)read_maps(path); }};
const FuzzTarget word_list{"word-list", [](const Path& path) { (void)read_word_list(path); }};
const FuzzTarget vectors{"vectors", [](const Path& path) {
                           const std::vector<std::string> words{"the", "cat", "zebra"};
                           (void)load_embeddings(path.string(), words);
                         }};

}  // namespace
}  // namespace attnscope
