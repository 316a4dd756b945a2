// `shapes`, from outside.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/file.hpp"
#include "core/npy.hpp"
#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/temporary.hpp"

using namespace attnscope;
using Json = nlohmann::json;

TEST_CASE("shapes measures a head of which everything is known", "[cli][shapes]") {
  const TemporaryFolder folder;
  const std::string q = (folder.path() / "Q.npy").string();
  const std::vector<Index> shape{4, 4};
  const std::vector<float> identity{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  write_npy(q, shape, identity);
  // Only the query's own key is like it: the hard maximum is the identity.
  const ProgramResult result = run_program(
      {"shapes", "--q", q, "--normaliser", "hard", "--json", "-o", (folder.path() / "out").string()});
  INFO(result.errors);
  REQUIRE(result.exit_code == 0);
  const Json head = Json::parse(result.output)["heads"][0];
  CHECK(head["shape"] == "diagonal");
  CHECK(head["metrics"]["effective-rank"].get<double>() == Approx(4.0));
  CHECK(head["metrics"]["row-entropy"] == 0.0);
  CHECK(head["metrics"]["asymmetry"] == 0.0);
  CHECK(head["metrics"]["mean-distance"] == 0.0);
  CHECK(head["offsets"][16] == 1.0);
  CHECK(head["energy"][0].get<double>() == Approx(0.25));
  for (const char* name : {"shapes.json", "shapes.png", "offsets.png", "top-keys.png", "spectrum.png"})
    CHECK(std::filesystem::exists(folder.path() / "out" / name));
}

TEST_CASE("shapes answers for the built-in model, the same for any number of threads", "[cli][shapes]") {
  const TemporaryFolder folder;
  const auto shapes = [&](const std::string& name, const std::string& threads) {
    const std::string out = (folder.path() / name).string();
    const ProgramResult result = run_program({"shapes", "-", "--threads", threads, "-o", out},
                                             {.text = "The cat sat.\nIt was tired.\n"});
    CHECK(result.exit_code == 0);
    CHECK(result.output.find("low rank?") != std::string::npos);
    return read_text(out + "/shapes.json");
  };
  CHECK((shapes("one", "1") == shapes("two", "2")));
}

TEST_CASE("shapes refuses weights that are no distribution", "[cli][shapes]") {
  const ProgramResult result = run_program({"shapes", "--variant", "fnet"});
  CHECK(result.exit_code == 2);
  CHECK(result.errors.find("below zero") != std::string::npos);
}
