// `inspect` and `models`, from outside.
#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/paths.hpp"
#include "support/run_program.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("inspect tells what the built-in model is", "[cli]") {
  const ProgramResult result = run_program({"inspect"});
  CHECK(result.exit_code == 0);
  CHECK(contains(result.output, "  architecture    bert\n"));
  CHECK(contains(result.output, "  heads           12 a layer, of size 32\n"));
  CHECK(contains(result.output, "  role            dependency: layer 4 head 0\n"));
  CHECK(contains(result.output,
                 "  embeddings.word_embeddings.weight                  F16     [15299 x 384]\n"));
}

TEST_CASE("inspect as JSON lists every tensor of a GGUF file", "[cli]") {
  const ProgramResult result =
      run_program({"inspect", (golden_path() / "gguf" / "llama-q8_0.gguf").string(), "--json"});
  CHECK(result.exit_code == 0);
  const auto json = nlohmann::json::parse(result.output);
  CHECK(json["format"] == "gguf");
  CHECK(json["can_be_used"] == true);
  CHECK(json["model"]["key_value_heads"] == 2);
  CHECK(json["tensors"].size() == 21);
  CHECK(json["tensors"][0]["shape"] == std::vector<int>{32, 64});
  CHECK(json["metadata"]["general.architecture"] == "'llama'");
}

TEST_CASE("inspect lists the arrays of an npz file", "[cli]") {
  const ProgramResult result =
      run_program({"inspect", (golden_path() / "llama2c" / "stories260K.npz").string()});
  CHECK(contains(result.output, "  attentions      [5 x 8 x 27 x 27]\n"));
  CHECK(contains(result.output, "  tokens          [27]  texts\n"));
}

TEST_CASE("inspect says why a model cannot be used, and still shows what is in it", "[cli]") {
  const TemporaryFolder folder;
  folder.write("config.json", R"({"model_type": "mamba2"})");
  folder.write("model.safetensors", std::string("\2\0\0\0\0\0\0\0{}", 10));
  const ProgramResult result = run_program({"inspect", folder.path().string()});
  CHECK(result.exit_code == 0);
  CHECK(contains(result.output, "  can be used     no: "));
  CHECK(contains(result.output, "mamba2"));
  CHECK(run_program({"inspect", "no/such/model"}).exit_code == 3);
}

TEST_CASE("models lists the built-in model, then the cache", "[cli]") {
  const TemporaryFolder cache;
  cache.write("models--gpt2/refs/main", "0123456789abcdef0123456789abcdef01234567");
  const ProgramInput input{.environment = {"HF_HUB_CACHE=" + cache.path().string()}};
  const ProgramResult result = run_program({"models"}, input);
  CHECK(result.exit_code == 0);
  CHECK(result.output == "  mini  bert, 6 layers × 12 heads\n  gpt2  cannot be used: no snapshot\n");
  const auto json = nlohmann::json::parse(run_program({"models", "--json"}, input).output);
  CHECK(json[1]["name"] == "gpt2");
  CHECK(json[1]["can_be_used"] == false);
}
