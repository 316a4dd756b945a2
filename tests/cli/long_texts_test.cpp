// Texts beyond the model's positions: refused, cut, or seen through a window.
#include "cli/long_texts.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/file.hpp"
#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/temporary.hpp"

using namespace attnscope;
using namespace attnscope::cli;
using Json = nlohmann::json;

namespace {

std::vector<std::pair<Index, Index>> spans(Index count, Index room, Index overlap) {
  std::vector<std::pair<Index, Index>> all;
  for (const TokenWindow& window : windows_over(count, room, overlap))
    all.emplace_back(window.first, window.last);
  return all;
}

/// A map of one weight everywhere.
std::vector<SourcedMap> uniform(Index size, float weight) {
  SourcedMap map;
  map.map.weights = Matrix(size, size);
  std::ranges::fill(map.map.weights.numbers(), weight);
  std::vector<SourcedMap> maps;
  maps.push_back(std::move(map));
  return maps;
}

TokenizedText plain_text(Index tokens) {
  TokenizedText text;
  text.tokens.resize(static_cast<std::size_t>(tokens));
  return text;
}

/// 600 words of one token each.
std::string long_text() {
  std::string text;
  for (int word = 0; word < 600; ++word) text += "cat ";
  return text + "\n";
}

}  // namespace

TEST_CASE("windows cover a text, and the last one ends with it", "[cli][long]") {
  CHECK(spans(10, 4, 2) == std::vector<std::pair<Index, Index>>{{0, 4}, {2, 6}, {4, 8}, {6, 10}});
  CHECK(spans(9, 4, 2) == std::vector<std::pair<Index, Index>>{{0, 4}, {2, 6}, {4, 8}, {5, 9}});
  CHECK(spans(9, 4, 0) == std::vector<std::pair<Index, Index>>{{0, 4}, {4, 8}, {5, 9}});
  CHECK(spans(3, 4, 2) == std::vector<std::pair<Index, Index>>{{0, 3}});
}

TEST_CASE("a pair takes the weight of the window whose centre is nearest to the query", "[cli][long]") {
  WindowedMaps joined(plain_text(4), {{0, 3}, {1, 4}});  // centres at 1 and 2
  joined.add(uniform(3, 1.0F));
  joined.add(uniform(3, 2.0F));
  const Map map = std::move(std::move(joined).take().front().map);
  const std::vector<float> expected{1, 1, 1, 0, 1, 1, 1, 2, 1, 2, 2, 2, 0, 2, 2, 2};
  CHECK(std::vector<float>(map.weights.numbers().begin(), map.weights.numbers().end()) == expected);
  const std::vector<std::uint8_t> hidden{0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0};
  CHECK(std::vector<std::uint8_t>(map.hidden.numbers().begin(), map.hidden.numbers().end()) == hidden);
}

TEST_CASE("special tokens at the ends are in every window", "[cli][long]") {
  TokenizedText text = plain_text(6);
  text.tokens.front().special = text.tokens.back().special = true;
  WindowedMaps joined(text, {{0, 2}, {2, 4}});
  joined.add(uniform(4, 1.0F));
  joined.add(uniform(4, 2.0F));
  const Map map = std::move(std::move(joined).take().front().map);
  const std::vector<float> first(map.weights.row(0).begin(), map.weights.row(0).end());
  CHECK(first == std::vector<float>{1, 1, 1, 2, 2, 1});
  const std::vector<float> second(map.weights.row(1).begin(), map.weights.row(1).end());
  CHECK(second == std::vector<float>{1, 1, 1, 0, 0, 1});
  const std::vector<float> last(map.weights.row(5).begin(), map.weights.row(5).end());
  CHECK(last == std::vector<float>{2, 1, 1, 2, 2, 2});
}

TEST_CASE("a text past the model's positions is refused with the choices, never cut silently",
          "[cli][long]") {
  const ProgramResult result = run_program({"run", "-"}, {.text = long_text()});
  CHECK(result.exit_code == 3);
  CHECK(result.errors.find("602 tokens") != std::string::npos);
  CHECK(result.errors.find("--truncate") != std::string::npos);
  CHECK(result.errors.find("--window") != std::string::npos);
}

TEST_CASE("a cut text says so, in the note and in the JSON", "[cli][long]") {
  const TemporaryFolder folder;
  const ProgramResult result = run_program(
      {"run", "-", "--truncate", "--format", "json", "--heads", "0:0", "-o", folder.path().string()},
      {.text = long_text()});
  CHECK(result.exit_code == 0);
  CHECK(result.errors.find("truncated from 602 to 512 tokens") != std::string::npos);
  const Json json = Json::parse(read_text(folder.path() / "001" / "attention.json"));
  CHECK(json["settings"]["truncated"] == "from 602 to 512 tokens");
  CHECK(json["maps"][0]["weights"].size() == 512);
}

TEST_CASE("a window that holds the whole text changes nothing", "[cli][long]") {
  const TemporaryFolder folder;
  const auto json_of = [&](const std::string& name, std::vector<std::string> options) {
    const std::string out = (folder.path() / name).string();
    options.insert(options.begin(), {"run", "-", "--format", "json", "-q", "-o", out});
    REQUIRE(run_program(options, {.text = "The cat sat because it was tired.\n"}).exit_code == 0);
    return read_text(out + "/001/attention.json");
  };
  CHECK((json_of("plain", {}) == json_of("window", {"--window", "64"})));
}

TEST_CASE("the JSON lists the windows and hides pairs that never meet", "[cli][long]") {
  const TemporaryFolder folder;
  const ProgramResult result = run_program({"run", "-", "--window", "8", "--overlap", "3", "--format", "json",
                                            "--heads", "0:0", "-o", folder.path().string()},
                                           {.text = "one two three four five six seven eight nine ten.\n"});
  INFO(result.errors);
  REQUIRE(result.exit_code == 0);
  const Json json = Json::parse(read_text(folder.path() / "001" / "attention.json"));
  CHECK(json["settings"]["windows"] == "1-6 4-9 6-11");  // 11 tokens between the two special ones
  CHECK(json["maps"][0]["weights"].size() == 13);
}

TEST_CASE("window options that contradict each other are refused", "[cli][long]") {
  const auto code = [](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"run", "-"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program(arguments, {.text = long_text()}).exit_code;
  };
  CHECK(code({"--truncate", "--window", "64"}) == 2);
  CHECK(code({"--overlap", "3"}) == 2);
  CHECK(code({"--window", "513"}) == 2);
  CHECK(code({"--window", "2"}) == 2);
  CHECK(code({"--window", "64", "--overlap", "62"}) == 2);
}
