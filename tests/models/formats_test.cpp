// Models in GGUF and llama2.c files: the attention of their own golden files, and of the same model
// elsewhere.
#include <array>
#include <fstream>

#include "models/tensors.hpp"
#include "support/catch.hpp"
#include "support/golden_attention.hpp"
#include "support/paths.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

namespace {

constexpr double tolerance = 1e-5;

constexpr std::array gguf_files{"bert-f16",  "bert-f32",  "bert-q8_0", "gpt2-f16",         "gpt2-f32",
                                "gpt2-q8_0", "llama-f16", "llama-f32", "llama-llama3-f16", "llama-q8_0"};

std::filesystem::path llama_folder() {
  return golden_path() / "architectures" / "llama";
}

void append(std::string& bytes, const Matrix& numbers) {
  bytes.append(reinterpret_cast<const char*>(numbers.data()),
               static_cast<std::size_t>(numbers.size()) * sizeof(float));
}

/// The rows of each head as files with neighbouring pairs have them: row i and i + size/2 become 2i and 2i
/// + 1.
Matrix with_neighbouring_pairs(const Matrix& rows, Index head_size) {
  Matrix moved(rows.rows(), rows.cols());
  for (Index row = 0; row < rows.rows(); ++row) {
    const Index in_head = row % head_size;
    const Index half = head_size / 2;
    const Index place = in_head < half ? 2 * in_head : 2 * (in_head - half) + 1;
    const auto from = rows.row(row);
    std::copy(from.begin(), from.end(), moved.row(row - in_head + place).begin());
  }
  return moved;
}

/// The tiny Llama as llama2.c writes it: 7 numbers, then every tensor of all layers, one kind after the
/// other.
std::string as_llama2c(const Weights& weights) {
  const std::array<std::int32_t, 7> header{64, 64, 2, 4, 2, -120, 64};
  std::string bytes(reinterpret_cast<const char*>(header.data()), sizeof(header));
  const auto layers = [&](const std::string& name, Index rows, Index cols, Index head_size) {
    for (Index layer = 0; layer < 2; ++layer) {
      const std::string whole = "model.layers." + std::to_string(layer) + "." + name + ".weight";
      Matrix numbers = rows == 1 ? Matrix(1, cols) : weights.matrix(whole, rows, cols);
      if (rows == 1) std::ranges::copy(weights.vector(whole, cols), numbers.numbers().begin());
      append(bytes, head_size == 0 ? numbers : with_neighbouring_pairs(numbers, head_size));
    }
  };
  append(bytes, weights.matrix("model.embed_tokens.weight", 120, 64));
  layers("input_layernorm", 1, 64, 0);
  layers("self_attn.q_proj", 64, 64, 16);
  layers("self_attn.k_proj", 32, 64, 16);
  layers("self_attn.v_proj", 32, 64, 0);
  layers("self_attn.o_proj", 64, 64, 0);
  layers("post_attention_layernorm", 1, 64, 0);
  layers("mlp.gate_proj", 64, 64, 0);
  layers("mlp.down_proj", 64, 64, 0);
  layers("mlp.up_proj", 64, 64, 0);
  Matrix last(1, 64);
  std::ranges::copy(weights.vector("model.norm.weight", 64), last.numbers().begin());
  append(bytes, last);
  append(bytes, Matrix(2 * 64, 8));  // two tables of rotary positions, which nothing reads
  append(bytes, weights.matrix("lm_head.weight", 120, 64));
  return bytes;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("GGUF files give the attention of their own numbers", "[models][gguf]") {
  for (const char* name : gguf_files) {
    CAPTURE(name);
    const std::filesystem::path file = golden_path() / "gguf" / (std::string(name) + ".gguf");
    const NpzReader golden(golden_path() / "gguf" / (std::string(name) + ".npz"));
    const std::vector<Index> ids = to_indices(golden.wholes("input_ids"));
    const auto model = Model::load(file);
    CHECK(largest_difference(weights_of(*model, {.ids = ids}).self, golden.floats("attentions").numbers) <
          tolerance);
  }
}

TEST_CASE("a llama2.c file gives the attention of the reference", "[models][llama2c]") {
  const NpzReader golden(golden_path() / "llama2c" / "stories260K.npz");
  const std::vector<Index> ids = to_indices(golden.wholes("input_ids"));
  const auto model = Model::load(golden_path() / "llama2c" / "stories260K.bin");
  CHECK(model->info().layers == 5);
  CHECK(model->info().heads == 8);
  CHECK(model->info().key_value_heads == 4);
  CHECK(model->info().is_causal);
  CHECK(largest_difference(weights_of(*model, {.ids = ids}).self, golden.floats("attentions").numbers) <
        tolerance);
}

TEST_CASE("one Llama in three formats gives the same attention", "[models][gguf][llama2c]") {
  const TemporaryFolder folder;
  // llama2.c files have a fixed epsilon; the folder is given the same.
  std::string config = text_of(llama_folder() / "config.json");
  const std::string stored = "\"rms_norm_eps\": 0.0003";
  REQUIRE(config.find(stored) != std::string::npos);
  config.replace(config.find(stored), stored.size(), "\"rms_norm_eps\": 1e-5");
  folder.write("hub/config.json", config);
  std::filesystem::copy_file(llama_folder() / "model.safetensors",
                             folder.path() / "hub" / "model.safetensors");
  const auto weights = open_weights(llama_folder());
  const auto llama2c = folder.write("model.bin", as_llama2c(*weights));

  const std::vector<Index> ids{1, 7, 119, 30, 30, 2, 64, 5};
  const auto from_folder = weights_of(*Model::load(folder.path() / "hub"), {.ids = ids}).self;
  CHECK(largest_difference(weights_of(*Model::load(llama2c), {.ids = ids}).self, from_folder) < 1e-6);

  const auto original = weights_of(*Model::load(llama_folder()), {.ids = ids}).self;
  const auto gguf = weights_of(*Model::load(golden_path() / "gguf" / "llama-f32.gguf"), {.ids = ids}).self;
  CHECK(largest_difference(gguf, original) < 1e-6);
}
