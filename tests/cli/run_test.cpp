// The main job, from outside.
#include <filesystem>

#include <nlohmann/json.hpp>

#include "core/file.hpp"
#include "support/catch.hpp"
#include "support/paths.hpp"
#include "support/run_program.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

namespace {

constexpr const char* sentence = "The trophy did not fit into the suitcase because it was too big.\n";

ProgramResult run_into(const TemporaryFolder& folder, std::vector<std::string> more,
                       const std::string& text = sentence) {
  std::vector<std::string> arguments{"run", "-", "--out", folder.path().string()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_program(arguments, {.text = text});
}

nlohmann::json read_json_file(const std::filesystem::path& path) {
  return nlohmann::json::parse(read_text(path));
}

}  // namespace

TEST_CASE("run writes a grid, the heads that matter and their weights", "[cli][run]") {
  const TemporaryFolder folder;
  const ProgramResult result = run_into(folder, {});
  CHECK(result.exit_code == 0);
  CHECK(result.output.empty());
  CHECK(result.errors.find("4:0   dependency (taught): ") != std::string::npos);
  CHECK(result.errors.find("5:0   antecedent (taught): it → trophy 0.87") != std::string::npos);
  for (const char* name : {"grid.png", "layer4-head0.png", "layer5-head0.png", "attention.json"}) {
    CAPTURE(name);
    CHECK(std::filesystem::file_size(folder.path() / "001" / name) > 1000);
  }
}

TEST_CASE("the JSON says what made the weights", "[cli][run]") {
  const TemporaryFolder folder;
  run_into(folder, {"--heads", "5:0", "--normaliser", "sparsemax", "--pattern", "causal"});
  const nlohmann::json document = read_json_file(folder.path() / "001" / "attention.json");
  CHECK(document["schema"] == "attnscope-attention");
  CHECK(document["schema_version"] == 1);
  CHECK(document["model"]["name"] == "mini");
  CHECK(document["text"]["source"] == "standard input:1");
  CHECK(document["tokens"][2]["text"] == "trophy");
  CHECK(document["tokens"][2]["begin"] == 4);
  CHECK(document["tokens"][0]["special"] == true);
  CHECK(document["recipe"][1]["stage"] == "pattern");
  CHECK(document["recipe"][1]["choice"] == "causal");
  REQUIRE(document["maps"].size() == 1);
  const nlohmann::json& map = document["maps"][0];
  CHECK(map["role"] == "antecedent");
  CHECK(map["class"] == "row-stochastic");
  CHECK(map["row_sums"]["least"].get<double>() == Approx(1.0).margin(1e-6));
  CHECK(map["weights"].size() == 18);
  CHECK(map["weights"][0][1] == 0.0);
  CHECK(map["excluded"][0] == nlohmann::json::array({1, 18}));
  CHECK(map["excluded"][17].empty());
}

TEST_CASE("the same input gives the same bytes for any number of threads", "[cli][run]") {
  const TemporaryFolder one;
  run_into(one, {"--threads", "1"});
  for (const char* threads : {"2", "7"}) {
    const TemporaryFolder other;
    run_into(other, {"--threads", threads});
    for (const auto& entry : std::filesystem::directory_iterator(one.path() / "001")) {
      CAPTURE(threads, entry.path().filename());
      CHECK(read_text(entry.path()) == read_text(other.path() / "001" / entry.path().filename()));
    }
  }
}

TEST_CASE("each non-empty line is a text, and a passage is one", "[cli][run]") {
  const TemporaryFolder lines;
  run_into(lines, {"--format", "json"}, "One.\n\nTwo.\n");
  CHECK(std::filesystem::exists(lines.path() / "002" / "attention.json"));
  const TemporaryFolder passage;
  run_into(passage, {"--format", "json", "--passage"}, "One.\n\nTwo.\n");
  CHECK_FALSE(std::filesystem::exists(passage.path() / "002"));
  CHECK(read_json_file(passage.path() / "001" / "attention.json")["text"]["text"] == "One. Two.");
}

TEST_CASE("word vectors take the place of a model", "[cli][run]") {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_into(folder, {"--embeddings", "books50", "--similarity", "cosine"}, "king xyzzy queen\n");
  CHECK(result.exit_code == 0);
  const nlohmann::json document = read_json_file(folder.path() / "001" / "attention.json");
  CHECK(document["tokens"][1]["unknown"] == true);
  CHECK(document["tokens"][0]["unknown"] == false);
  CHECK(document["maps"][0]["weights"].size() == 3);
}

TEST_CASE("replacing the model's attention changes the layers above only", "[cli][run]") {
  const auto weights = [](std::vector<std::string> more) {
    const TemporaryFolder folder;
    more.insert(more.end(), {"--format", "json", "--heads", "0:1,5:3", "--pattern", "causal"});
    run_into(folder, more);
    return read_json_file(folder.path() / "001" / "attention.json")["maps"];
  };
  const nlohmann::json plain = weights({});
  const nlohmann::json replaced = weights({"--replace"});
  CHECK(plain[0]["weights"] == replaced[0]["weights"]);
  CHECK(plain[1]["weights"] != replaced[1]["weights"]);
}
