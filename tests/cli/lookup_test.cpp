// `lookup`, and the words of a table that it names.
#include <cmath>
#include <filesystem>

#include "core/file.hpp"
#include "models/embedding_table.hpp"
#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

TEST_CASE("the words nearest to a vector are ranked by cosine", "[models][lookup]") {
  const TemporaryFolder folder;
  const std::string table =
      folder.write("table.vec", "5 2\neast 2 0\nnorth 0 3\nnorth-east 1 1\nwest -1 0\nnothing 0 0\n").string();
  const std::vector<float> vector{4.0F, 3.0F};
  const std::vector<NearWord> near = nearest_words(table, vector, 4);
  REQUIRE(near.size() == 4);
  CHECK(near[0].word == "north-east");
  CHECK(near[0].similarity == Approx(7.0 / (5.0 * std::sqrt(2.0))));
  CHECK(near[1].word == "east");
  CHECK(near[1].similarity == Approx(0.8));
  CHECK(near[2].word == "north");
  CHECK(near[2].similarity == Approx(0.6));
  CHECK(near[3].word == "nothing");
  CHECK(near[3].similarity == 0.0);
}

TEST_CASE("lookup tells what a pronoun takes and draws it", "[cli][lookup]") {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "it.png").string();
  const ProgramResult result = run_program(
      {"lookup", "-", "--word", "it", "-o", out},
      {.text = "One.\nThe trophy did not fit into the suitcase because it was too big.\n"});
  CHECK(result.exit_code == 0);
  CHECK(result.output.starts_with("look-up of “it”, layer 5, head 0: antecedent\n  weight  score  key\n    0.87 "));
  CHECK(result.output.find("nearest to the output, by cosine: trophy 1.00") != std::string::npos);
  CHECK(read_text(out).starts_with("\x89PNG"));
}

TEST_CASE("a sharp look-up of a word gives back its own value", "[cli][lookup]") {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "king.png").string();
  const ProgramResult result =
      run_program({"lookup", "-", "--embeddings", "books50", "--word", "king", "--similarity", "cosine", "--normaliser",
                   "softmax:temperature=0.05", "-o", out},
                  {.text = "bread king queen\n"});
  CHECK(result.exit_code == 0);
  CHECK(result.output.find("    1.00  10.00  king\n") != std::string::npos);
  CHECK(result.output.find("words of the table nearest to the output, by cosine: king 1.00, ") != std::string::npos);
}

TEST_CASE("lookup says what it cannot find", "[cli][lookup]") {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "x.png").string();
  const auto code = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"lookup", "-", "-o", out};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program(arguments, {.text = "It fits.\n"}).exit_code;
  };
  CHECK(code({"--word", "zebra"}) == 2);
  CHECK(code({"--place", "99"}) == 2);
  CHECK(code({"--layers", "2"}) == 2);
  CHECK_FALSE(std::filesystem::exists(out));
}
