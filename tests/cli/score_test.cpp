// `score` from outside.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/file.hpp"
#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

namespace {

const char* const two_sentences =
    "1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\t_\n2\tdog\tdog\tNOUN\tNN\t_\t3\tnsubj\t_\t_\n"
    "3\tsleeps\tsleep\tVERB\tVBZ\t_\t0\troot\t_\tSpaceAfter=No\n4\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_\n\n"
    "1\tThe\tthe\tDET\tDT\t_\t3\tdet\t_\t_\n2\told\told\tADJ\tJJ\t_\t3\tamod\t_\t_\n"
    "3\tcat\tcat\tNOUN\tNN\t_\t4\tnsubj\t_\t_\n4\tsings\tsing\tVERB\tVBZ\t_\t0\troot\t_\t_\n\n";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("score without options reports the shipped treebank, the declared head first", "[cli][score]") {
  const ProgramResult result = run_program({"score"});
  CHECK(result.exit_code == 0);
  CHECK(contains(result.output, "mini on english-pud.conllu  125 sentences, 2539 words"));
  const std::size_t declared = result.output.find("head 4:0  declared by the model");
  CHECK(declared < result.output.find("best head for each relation"));
}

TEST_CASE("score does not depend on threads, and its JSON has every head", "[cli][score]") {
  const TemporaryFolder folder;
  const std::string treebank = folder.write("two.conllu", two_sentences).string();
  const ProgramResult one = run_program({"score", treebank, "--json", "-", "--threads", "1"});
  CHECK(one.exit_code == 0);
  CHECK(one.output == run_program({"score", treebank, "--json", "-", "--threads", "3"}).output);
  const auto json = nlohmann::json::parse(one.output);
  CHECK(json["candidates"].size() == 144);
  CHECK(json["words"] == 8);
  CHECK(json["recipe"]["similarity"] == "scaled-dot");
  CHECK(json["rows"][0]["relation"] == "all");
  CHECK(json["rows"][0]["words"] == 5);
  CHECK(json["rows"][0]["right"].size() == 144);
  CHECK(json["declared"][0]["name"] == "head 4:0");
  CHECK(json["declared"][0]["UAS+punct"]["of"] == 8);
}

TEST_CASE("a weighted set of heads is scored as one map; one head alone is itself", "[cli][score]") {
  const TemporaryFolder folder;
  const std::string treebank = folder.write("two.conllu", two_sentences).string();
  const auto json = nlohmann::json::parse(
      run_program({"score", treebank, "--json", "-", "--together", "4:0=0.5"}).output);
  REQUIRE(json["declared"].size() == 2);
  for (const char* figure : {"all", "UAS", "UAS+punct", "tree UAS", "UUAS"}) {
    CHECK(json["declared"][0][figure] == json["declared"][1][figure]);
  }
  CHECK(run_program({"score", treebank, "--together", "4:0=x"}).exit_code == 2);
  CHECK(run_program({"score", treebank, "--together", "4"}).exit_code == 2);
  CHECK(run_program({"score", "--coref", "--png", "a.png"}).exit_code == 2);
}

TEST_CASE("score draws relations and heads", "[cli][score]") {
  const TemporaryFolder folder;
  const std::string treebank = folder.write("two.conllu", two_sentences).string();
  const std::string picture = (folder.path() / "heads.png").string();
  CHECK(run_program({"score", treebank, "--png", picture}).exit_code == 0);
  CHECK(std::filesystem::file_size(picture) > 1000);
}

TEST_CASE("score refuses treebanks without heads and windows beside treebanks", "[cli][score]") {
  const TemporaryFolder folder;
  const std::string bare = folder.write("bare.conllu", "1\tA\ta\t_\t_\t_\t_\t_\t_\t_\n").string();
  const ProgramResult result = run_program({"score", bare});
  CHECK(result.exit_code == 3);
  CHECK(contains(result.errors, "expected gold heads, found none"));
  CHECK(run_program({"score", bare, "--windows", bare}).exit_code == 2);
  CHECK(run_program({"score", "no/such.conllu"}).exit_code == 3);
}

TEST_CASE("windows give the figures of the declared heads", "[cli][score]") {
  const TemporaryFolder folder;
  const std::string windows =
      folder
          .write("windows.jsonl",
                 R"({"source": "t", "words": ["The", "dog", "sleeps", "."], "heads": [1, 2, -1, null],)"
                 R"( "upos": ["DET", "NOUN", "VERB", "PUNCT"]})"
                 "\n"
                 R"({"source": "g", "words": ["Anna", "saw", "Bob", "and", "he", "waved"], "pronoun": 4,)"
                 R"( "a": [0, 0], "b": [2, 2], "a_right": false, "b_right": true})"
                 "\n")
          .string();
  const ProgramResult result = run_program({"score", "--windows", windows, "--json", "-"});
  CHECK(result.exit_code == 0);
  const auto json = nlohmann::json::parse(result.output);
  CHECK(json["t uas"]["right"] == 3);
  CHECK(json["t uas"]["of"] == 3);
  CHECK(json["g"]["of"] == 1);
  const std::string broken = folder.write("broken.jsonl", R"({"source": "t", "words": []})").string();
  CHECK(run_program({"score", "--windows", broken}).exit_code == 3);
}

TEST_CASE("score --coref reports antecedents by class beside rules", "[cli][score]") {
  const ProgramResult result = run_program({"score", "--coref", "--json", "-"});
  CHECK(result.exit_code == 0);
  const auto json = nlohmann::json::parse(result.output);
  CHECK(json["documents"] == 10);
  CHECK(json["rows"][0]["class"] == "all");
  CHECK(json["rows"][0]["anaphors"] == 144);
  CHECK(json["rows"][0]["sieve"]["of"] == 144);
  CHECK(json["rows"].size() == 4);
  CHECK(json["clusters"]["MUC"]["f1"].get<double>() > 0.5);
}

TEST_CASE("score --gap and --winobias read their files, and need one", "[cli][score]") {
  const TemporaryFolder folder;
  const std::string gap =
      folder.write("gap.tsv", "g-1\tAnna saw Bob and he waved.\the\t17\tAnna\t0\tFALSE\tBob\t9\tTRUE\tu\n").string();
  const auto json = nlohmann::json::parse(run_program({"score", "--gap", gap, "--json", "-"}).output);
  CHECK(json["masculine"]["of"] == 1);
  CHECK(json["all"]["of"] == 1);
  const std::string wino =
      folder.write("pro.txt", "1 [The developer] argued with the designer because [she] was late.\n").string();
  const auto bias = nlohmann::json::parse(run_program({"score", "--winobias", wino, "--json", "-"}).output);
  CHECK(bias["pro.txt"]["of"] == 1);
  CHECK(run_program({"score", "--gap"}).exit_code == 2);
  CHECK(run_program({"score", "--gap", "--coref"}).exit_code == 2);
}
