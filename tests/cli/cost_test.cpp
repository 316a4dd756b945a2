// `cost`, from outside: what is counted. What is measured is only there.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/temporary.hpp"

using namespace attnscope;
using Json = nlohmann::json;

TEST_CASE("cost counts the parts of the built-in model and measures each", "[cli][cost]") {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_program({"cost", "--lengths", "64,128", "--repeats", "1", "--json", "--variant", "linear",
                   "--variant", "top-k:keys=8", "-o", folder.path().string()});
  INFO(result.errors);
  REQUIRE(result.exit_code == 0);
  const Json json = Json::parse(result.output);
  CHECK(json["lengths"].size() == 2);
  // 6 layers of width 384, 12 heads of 32, a feed-forward part of 768.
  const Json& parts = json["lengths"][1]["parts"];
  CHECK(parts[0]["name"] == "projections");
  CHECK(parts[0]["flops"].get<double>() == 6.0 * 8.0 * 128.0 * 384.0 * 384.0);
  CHECK(parts[1]["flops"].get<double>() == 6.0 * 2.0 * 128.0 * 128.0 * 384.0);
  CHECK(parts[4]["flops"].get<double>() == 6.0 * 4.0 * 128.0 * 384.0 * 768.0);
  CHECK(json["crossover_tokens"].get<double>() ==
        Approx((8.0 * 384.0 + 4.0 * 768.0) * 384.0 / (12.0 * (4.0 * 32.0 + 5.0))));
  CHECK(json["variants"][0]["flops"][0].get<double>() == 6.0 * 12.0 * 64.0 * 64.0 * (4.0 * 32.0 + 5.0));
  // every pair is scored, eight of a row are weighed
  CHECK(json["variants"][2]["flops"][0].get<double>() ==
        6.0 * 12.0 * (64.0 * 64.0 * 64.0 + 64.0 * 8.0 * (5.0 + 64.0)));
  for (const char* part : {"projections", "scores", "softmax", "weighted sum", "feed-forward", "norms"})
    CHECK(json["measured"]["seconds"][0][part].get<double>() > 0.0);
  for (const char* name : {"cost.json", "cost-time.png", "cost-roofline.png", "cost-variants.png"})
    CHECK(std::filesystem::exists(folder.path() / name));
}

TEST_CASE("cost says what is wrong with lengths", "[cli][cost]") {
  for (const char* lengths : {"0", "x", "8..4", "4..", "1,,2", "9999999999"}) {
    const ProgramResult result = run_program({"cost", "--lengths", lengths});
    CHECK(result.exit_code == 2);
    CHECK(result.errors.find("--lengths") != std::string::npos);
  }
}
