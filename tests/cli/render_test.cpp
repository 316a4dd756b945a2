// `render`, from outside: what export and run wrote, and what other programs write.
#include <filesystem>
#include <set>

#include "core/file.hpp"
#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

namespace {

constexpr const char* sentence = "The cat sat because it was tired.\n";

std::set<std::string> names_in(const std::filesystem::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.insert(entry.path().filename().string());
  return names;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("render draws the heads that an npz of export holds under their own numbers", "[cli][render]") {
  const TemporaryFolder folder;
  const std::string npz = (folder.path() / "a.npz").string();
  run_program({"export", "-", "-o", npz, "--layers", "4", "--heads", "0,3"}, {.text = sentence});
  const ProgramResult result = run_program({"render", npz, "--all", "-o", (folder.path() / "out").string()});
  CHECK(result.exit_code == 0);
  CHECK(names_in(folder.path() / "out" / "001") ==
        std::set<std::string>{"grid.png", "layer4-head0.png", "layer4-head3.png"});
}

TEST_CASE("render draws the JSON of run to the same picture", "[cli][render]") {
  const TemporaryFolder folder;
  run_program({"run", "-", "-o", (folder.path() / "run").string(), "--heads", "4:0"}, {.text = sentence});
  const std::string json = (folder.path() / "run" / "001" / "attention.json").string();
  const std::string picture = (folder.path() / "one.png").string();
  const ProgramResult result = run_program({"render", json, "-o", picture});
  CHECK(result.exit_code == 0);
  CHECK(std::filesystem::file_size(picture) > 1000);
}

TEST_CASE("render takes a matrix of another program, with labels from a list", "[cli][render]") {
  const TemporaryFolder folder;
  const std::string matrix = folder.write("m.json", "[[1, 0], [0.5, 0.5]]").string();
  const std::string tokens = folder.write("tokens.txt", "the\ncat\n").string();
  const std::string picture = (folder.path() / "m.png").string();
  CHECK(run_program({"render", matrix, "--tokens", tokens, "-o", picture}).exit_code == 0);
  const std::string three = folder.write("three.txt", "the\ncat\nsat\n").string();
  const ProgramResult wrong = run_program({"render", matrix, "--tokens", three, "-o", picture});
  CHECK(wrong.exit_code == 3);
  CHECK(contains(wrong.errors, "m.json: 3 tokens given for a 2 × 2 matrix"));
}

TEST_CASE("render warns of values that are no weights, and refuses them with --strict", "[cli][render]") {
  const TemporaryFolder folder;
  const std::string matrix = folder.write("m.json", "[[1, null], [3, -3]]").string();
  const std::string out = (folder.path() / "m.png").string();
  const ProgramResult result = run_program({"render", matrix, "-o", out});
  CHECK(result.exit_code == 0);
  CHECK(contains(result.errors, "attention[0] has 1 value that is NaN or infinite"));
  CHECK(run_program({"render", matrix, "-o", out, "--strict"}).exit_code == 3);
  const std::string scores = folder.write("s.json", "[[1, 2], [3, -3]]").string();
  CHECK(run_program({"render", scores, "-o", out, "--softmax", "--strict"}).exit_code == 0);
}

TEST_CASE("render without a file, or for several pictures in one, says what to do", "[cli][render]") {
  const TemporaryFolder folder;
  CHECK(contains(run_program({"render"}).errors, "no file to draw"));
  const std::string heads = folder.write("m.json", "[[[1, 0], [0, 1]], [[0, 1], [1, 0]]]").string();
  const ProgramResult result =
      run_program({"render", heads, "--heads", "0,1", "-o", (folder.path() / "m.png").string()});
  CHECK(result.exit_code == 2);
  CHECK(contains(result.errors, "takes one picture, and 2 heads are chosen"));
}
