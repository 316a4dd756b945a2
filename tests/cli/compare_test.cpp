// `compare`, from outside.
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/file.hpp"
#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/temporary.hpp"

using namespace attnscope;
using Json = nlohmann::json;

namespace {

constexpr const char* sentence = "The trophy did not fit into the suitcase because it was too big.\n";

/// compare with these options on the sentence; JSON from standard output.
Json compared(const TemporaryFolder& folder, std::vector<std::string> options) {
  std::vector<std::string> arguments{"compare", "-", "--json", "-o", (folder.path() / "out").string()};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const ProgramResult result = run_program(arguments, {.text = sentence});
  INFO(result.errors);
  REQUIRE(result.exit_code == 0);
  return Json::parse(result.output);
}

}  // namespace

TEST_CASE("compare finds no distance where a variant is the model's own attention", "[cli][compare]") {
  const TemporaryFolder folder;
  const Json json =
      compared(folder, {"--heads", "4:0", "--variant", "softmax", "--variant", "best-rank:k=18"});
  for (const std::size_t recipe : {1U, 2U}) {
    const Json& mean = json["recipes"][recipe]["mean"];
    CHECK(mean["output_error"].get<double>() == Approx(0.0).margin(1e-6));
    CHECK(mean["mass_kept"].get<double>() == Approx(1.0).margin(1e-6));
    CHECK(mean["top_agreement"] == 1.0);
  }
  CHECK(std::filesystem::exists(folder.path() / "out" / "001" / "compare-layer4-head0.png"));
  CHECK(Json::parse(read_text(folder.path() / "out" / "001" / "compare.json")) == json);
}

TEST_CASE("compare takes one variant of each family and counts what it costs", "[cli][compare]") {
  const TemporaryFolder folder;
  const Json json =
      compared(folder, {"--layers", "4", "--variant", "linformer:k=16", "--variant", "nystrom:landmarks=16",
                        "--variant", "performer:features=64", "--variant", "band:radius=0"});
  CHECK(json["recipes"].size() == 5);
  // 18 tokens, heads of 32: 18·18·(2·32 + 5 + 2·32) FLOP in each of 12 heads; the diagonal has 18 pairs.
  CHECK(json["recipes"][0]["flops"] == 12 * 18 * 18 * 133);
  CHECK(json["recipes"][4]["flops"] == 12 * 18 * 133);
  CHECK(json["recipes"][0]["bytes"] == 12 * 4 * (18 + 18) * (32 + 32));
  CHECK(json["recipes"][4]["mean"]["mean_kl"].is_null());  // infinite: all other keys are left out
  CHECK(json["recipes"][4]["mean"]["effective_rank"].get<double>() == Approx(18.0));
  CHECK(json["recipes"][1]["heads"].size() == 12);
}

TEST_CASE("no time is told unless it is measured", "[cli][compare]") {
  const TemporaryFolder folder;
  CHECK_FALSE(compared(folder, {"--heads", "4:0", "--variant", "linear"})["recipes"][1].contains("measured"));
  CHECK(compared(folder, {"--heads", "4:0", "--variant", "linear", "--measure"})["recipes"][1].contains(
      "measured"));
}

TEST_CASE("a point of the frontier is what the variant gives alone", "[cli][compare]") {
  const TemporaryFolder folder;
  const Json points = compared(
      folder, {"--layers", "2", "--frontier", "--variant", "linformer:k=2..8", "--variant", "top-k:keys=4"});
  REQUIRE(points.size() == 5);  // the exact one, k = 2, 4, 8, and top-k
  CHECK(points[0]["on_frontier"] == true);
  for (const Json& point : points) {
    if (point["name"] == "exact") continue;
    const Json alone = compared(folder, {"--layers", "2", "--variant", point["name"].get<std::string>()});
    CHECK(point["loss"] == alone["recipes"][1]["mean"]["output_error"]);
    CHECK(point["flops"] == alone["recipes"][1]["flops"]);
  }
}

TEST_CASE("compare gives the same bytes for any number of threads", "[cli][compare]") {
  const TemporaryFolder folder;
  const std::string one = (folder.path() / "one").string();
  const std::string two = (folder.path() / "two").string();
  for (const auto& [out, threads] : {std::pair{one, "1"}, std::pair{two, "2"}}) {
    run_program({"compare", "-", "-o", out, "--threads", threads, "-q"}, {.text = sentence});
  }
  for (const char* name : {"compare.json", "compare-layer4-head0.png"})
    CHECK((read_text(one + "/001/" + name) == read_text(two + "/001/" + name)));
}

TEST_CASE("compare says what is wrong with a variant", "[cli][compare]") {
  const auto error_of = [](const std::string& variant, const std::string& more) {
    const ProgramResult result =
        run_program({"compare", "-", "--variant", variant, more}, {.text = sentence});
    CHECK(result.exit_code == 2);
    return result.errors;
  };
  CHECK(error_of("linfomer", "-q").find("did you mean 'linformer'?") != std::string::npos);
  CHECK(error_of("linformer:k=0", "-q").find("expected a whole number from 1") != std::string::npos);
  CHECK(error_of("linformer:k=4..x", "--frontier").find("expected a range FROM..TO") != std::string::npos);
}

TEST_CASE("a stage that an approximator does without is refused, and both are named", "[cli][compare]") {
  const std::vector<std::pair<std::string, std::string>> stages{
      {"--similarity", "cosine"}, {"--normaliser", "sparsemax"}, {"--prior", "alibi"},
      {"--cap", "tanh"},          {"--pattern", "band"},         {"--mixer", "talking-scores"}};
  for (const auto& [option, name] : stages) {
    const ProgramResult result =
        run_program({"run", "-", "--variant", "nystrom", option, name}, {.text = sentence});
    CAPTURE(option, result.errors);
    CHECK(result.exit_code == 2);
    CHECK(result.errors.find("'nystrom") != std::string::npos);
    CHECK(result.errors.find(name) != std::string::npos);
  }
}

TEST_CASE("heads are compared with the first that was named, models and files with the first",
          "[cli][compare]") {
  const TemporaryFolder folder;
  const Json heads = compared(folder, {"--between", "5:0,4:0,5:0"})["recipes"];
  REQUIRE(heads.size() == 3);
  CHECK(heads[0]["name"] == "5:0");
  CHECK(heads[1]["mean"]["frobenius"].get<double>() > 0.5);
  CHECK(heads[2]["mean"]["frobenius"] == 0.0);
  const Json models = compared(folder, {"--with-model", "mini", "--layers", "4"})["recipes"];
  CHECK(models[1]["mean"]["frobenius"] == 0.0);
  CHECK(models[1]["heads"].size() == 12);
}

TEST_CASE("files of maps are compared text by text", "[cli][compare]") {
  const TemporaryFolder folder;
  const std::string soft = (folder.path() / "soft.npz").string();
  const std::string hard = (folder.path() / "hard.npz").string();
  const std::string two = "The cat sat.\nIt was tired.\n";
  run_program({"export", "-", "-o", soft, "--heads", "4:0"}, {.text = two});
  run_program({"export", "-", "-o", hard, "--heads", "4:0", "--normaliser", "hard"}, {.text = two});
  const std::string out = (folder.path() / "out").string();
  CHECK(run_program({"compare", soft, hard, "-o", out}).exit_code == 0);
  for (const char* text : {"/001", "/002"}) {
    const Json recipes = Json::parse(read_text(out + text + "/compare.json"))["recipes"];
    CHECK(recipes[1]["name"] == "hard.npz");
    CHECK(recipes[1]["mean"]["top_agreement"] == 1.0);
  }
  run_program({"export", "-", "-o", hard, "--heads", "4:0"}, {.text = "Only one text.\n"});
  CHECK(run_program({"compare", soft, hard, "-o", out}).exit_code == 3);
  CHECK(run_program({"compare", "-", "--between", "4:0", "--frontier"}, {.text = two}).exit_code == 2);
}
