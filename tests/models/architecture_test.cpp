// Golden attention of tiny checkpoints of every architecture, with configs in both layouts.
#include <array>
#include <filesystem>

#include "support/catch.hpp"
#include "support/golden_attention.hpp"
#include "support/paths.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

namespace {

constexpr double tolerance = 1e-5;

constexpr std::array names{"albert",       "bart",    "bert",          "deberta-v2", "deberta-v2-unshared",
                           "distilbert",   "electra", "gemma",         "gemma2",     "gemma3_text",
                           "gpt-oss",      "gpt2",    "gpt_neox",      "llama",      "llama-llama3",
                           "llama-scaled", "marian",  "mistral",       "modernbert", "mpnet",
                           "opt",          "phi3",    "phi3-longrope", "qwen2",      "qwen3",
                           "roberta",      "t5",      "t5-gated",      "xlm-roberta"};

std::filesystem::path folder_of(const char* name) {
  return golden_path() / "architectures" / name;
}

void check_attention(const Model& model, const std::filesystem::path& golden_file) {
  const NpzReader golden(golden_file);
  const std::vector<Index> ids = to_indices(golden.wholes("input_ids"));
  if (!golden.has("decoder_input_ids")) {
    CHECK(largest_difference(weights_of(model, {.ids = ids}).self, golden.floats("attentions").numbers) <
          tolerance);
    return;
  }
  const std::vector<Index> target = to_indices(golden.wholes("decoder_input_ids"));
  const SiteWeights weights = weights_of(model, {.ids = ids, .target = target});
  CHECK(largest_difference(weights.self, golden.floats("encoder_attentions").numbers) < tolerance);
  CHECK(largest_difference(weights.decoder, golden.floats("decoder_attentions").numbers) < tolerance);
  CHECK(largest_difference(weights.cross, golden.floats("cross_attentions").numbers) < tolerance);
}

}  // namespace

TEST_CASE("every architecture gives the attention of the reference", "[models]") {
  for (const char* name : names) {
    CAPTURE(name);
    const std::filesystem::path folder = folder_of(name);
    check_attention(*Model::load(folder), folder / "golden.npz");
  }
}

TEST_CASE("configs of older files give the same attention", "[models]") {
  for (const char* name : names) {
    CAPTURE(name);
    const std::filesystem::path folder = folder_of(name);
    const TemporaryFolder old;
    std::filesystem::copy_file(folder / "config.v4.json", old.path() / "config.json");
    std::filesystem::copy_file(folder / "model.safetensors", old.path() / "model.safetensors");
    check_attention(*Model::load(old.path()), folder / "golden.npz");
  }
}
