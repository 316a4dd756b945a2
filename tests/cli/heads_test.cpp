// `heads` from outside.
#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/run_program.hpp"

using namespace attnscope;

TEST_CASE("heads names the declared heads first, and the option that chooses them", "[cli][heads]") {
  const ProgramResult result = run_program({"heads", "-", "--most", "3"}, {.text = "She said that he saw her.\n"});
  CHECK(result.exit_code == 0);
  CHECK(result.output.find("She said that he saw her.\n  4:0   dependency (taught)") == 0);
  CHECK(result.output.find("  --heads 4:0,5:0,") != std::string::npos);
}

TEST_CASE("heads as JSON has the numbers of each head", "[cli][heads]") {
  const ProgramResult result =
      run_program({"heads", "-", "--most", "72", "--json", "-"}, {.text = "She said that he saw her.\n"});
  const auto json = nlohmann::json::parse(result.output);
  REQUIRE(json["texts"].size() == 1);
  CHECK(json["texts"][0]["heads"].size() == 72);
  CHECK(json["texts"][0]["heads"][0]["role"] == "dependency");
  CHECK(json["texts"][0]["heads"][5]["score"].is_number());
}
