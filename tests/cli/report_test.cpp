// `report`, from outside.
#include <filesystem>

#include <nlohmann/json.hpp>

#include "core/file.hpp"
#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

namespace {

nlohmann::json data_of(const std::string& page) {
  constexpr std::string_view open = R"(<script type="application/json" id="data">)";
  const std::size_t begin = page.find(open);
  REQUIRE(begin != std::string::npos);
  return nlohmann::json::parse(page.substr(begin + open.size(), page.find("</script>", begin) - begin - open.size()));
}

}  // namespace

TEST_CASE("report writes every head of every text into one page", "[cli][report]") {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "page.html").string();
  const ProgramResult result = run_program({"report", "-", "-o", out}, {.text = "It fits.\n<b>Really</b>.\n"});
  CHECK(result.exit_code == 0);
  CHECK(result.output.empty());
  const nlohmann::json data = data_of(read_text(out));
  REQUIRE(data["texts"].size() == 2);
  CHECK(data["texts"][0]["maps"].size() == 72);
  CHECK(data["texts"][1]["text"] == "<b>Really</b>.");
  CHECK(data["texts"][1]["source"] == "standard input:2");
  CHECK(data["texts"][0]["maps"][48]["role"] == "dependency");
  CHECK(data["texts"][0]["maps"][2]["finding"].get<std::string>().find("previous token") == 0);
}

TEST_CASE("report goes to standard output, the same bytes each time", "[cli][report]") {
  const auto page = [](const std::string& threads) {
    return run_program({"report", "-", "-o", "-", "--heads", "4:0", "--threads", threads}, {.text = "It fits.\n"}).output;
  };
  const std::string one = page("1");
  CHECK(one.starts_with("<!DOCTYPE html>"));
  CHECK((one == page("3")));
}

TEST_CASE("report takes weights that export wrote", "[cli][report]") {
  const TemporaryFolder folder;
  const std::string out = folder.path().string();
  REQUIRE(run_program({"export", "-", "--format", "json", "-o", out, "--heads", "5:0"}, {.text = "It fits.\n"}).exit_code == 0);
  const ProgramResult result = run_program({"report", out + "/001/attention.json", "-o", "-"});
  CHECK(result.exit_code == 0);
  const nlohmann::json text = data_of(result.output)["texts"][0];
  CHECK(text["tokens"][0]["labels"][1] == "it");
  CHECK(text["maps"][0]["role"] == "antecedent");
}

TEST_CASE("report pools long texts", "[cli][report]") {
  std::string words;
  for (int word = 0; word < 60; ++word) words += "word ";
  const ProgramResult result = run_program({"report", "-", "-o", "-", "--embeddings", "books50", "--cells", "25"}, {.text = words + "\n"});
  CHECK(result.exit_code == 0);
  const nlohmann::json text = data_of(result.output)["texts"][0];
  CHECK(text["tokens"][0]["labels"].size() == 60);
  CHECK(text["maps"][0]["rows"] == 20);  // three tokens a cell
}

TEST_CASE("report says what it cannot do", "[cli][report]") {
  CHECK(run_program({"report", "/nowhere.txt", "-o", "-"}).exit_code == 3);
  CHECK(run_program({"report", "-o", "/nowhere/page.html"}).exit_code == 4);
  CHECK(run_program({"report", "-o", "-", "--colours", "purple"}).exit_code == 2);
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "page.html").string();
  CHECK(run_program({"report", "/nowhere.npz", "-o", out}).exit_code == 3);
  CHECK_FALSE(std::filesystem::exists(out));
}

TEST_CASE("report shows several variants of a text one after the other", "[cli][report]") {
  const ProgramResult result =
      run_program({"report", "-", "-o", "-", "--variant", "softmax", "--variant", "linformer:k=4"}, {.text = "It fits.\n"});
  CHECK(result.exit_code == 0);
  const nlohmann::json texts = data_of(result.output)["texts"];
  REQUIRE(texts.size() == 2);
  CHECK(texts[0]["text"] == texts[1]["text"]);
  CHECK(texts[1]["recipe"].dump().find("linformer:k=4") != std::string::npos);
}

TEST_CASE("keys of another text bring their own labels", "[cli][report]") {
  const TemporaryFolder folder;
  const std::string other = folder.write("other.txt", "The dog chased the cat across the old garden.\n").string();
  const ProgramResult result = run_program({"report", "-", "-o", "-", "--against", other}, {.text = "It fits.\n"});
  CHECK(result.exit_code == 0);
  const nlohmann::json text = data_of(result.output)["texts"][0];
  CHECK(text["tokens"][0]["labels"][1] == "it");
  CHECK(text["tokens"][1]["labels"][2] == "dog");
  CHECK(text["maps"][0]["keys"] == 1);
  CHECK(text["maps"][0]["cols"] == text["tokens"][1]["labels"].size());
}
