// The pictures that `run --dependencies` and `run --coreference` add, and the words they stand on.
#include <filesystem>

#include "cli/text_words.hpp"
#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/temporary.hpp"

using namespace attnscope;
using namespace attnscope::cli;

TEST_CASE("words of a treebank take their own part of a multiword token", "[structure]") {
  const auto sentences = parse_conllu(
      "1\tDogs\tdog\tNOUN\t_\t_\t4\tnsubj\t_\t_\n"
      "2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n"
      "2\tdo\tdo\tAUX\t_\t_\t4\taux\t_\t_\n"
      "3\tn't\tnot\tPART\t_\t_\t4\tadvmod\t_\t_\n"
      "4\tbark\tbark\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No\n"
      "5\t.\t.\tPUNCT\t_\t_\t4\tpunct\t_\t_\n",
      "F");
  TokenizedText text;
  text.text = "Dogs don't bark.";
  for (const auto& [begin, end] : std::vector<std::pair<std::size_t, std::size_t>>{
           {0, 0}, {0, 4}, {4, 7}, {7, 10}, {11, 15}, {15, 16}}) {
    Token token;
    token.begin = begin;
    token.end = end;
    token.special = end == 0;
    text.tokens.push_back(token);
  }
  const TextWords words = words_of_sentence(sentences.front(), text);
  CHECK(words.words == std::vector<std::string>{"Dogs", "do", "n't", "bark", "."});
  std::vector<Index> found;
  for (const Token& token : words.tokens) found.push_back(token.word);
  CHECK(found == std::vector<Index>{-1, 0, 1, 2, 3, 4});
  CHECK(words.is_joined == std::vector<char>{0, 0, 1, 0, 1});
}

TEST_CASE("words of tokens join their pieces as the text spells them", "[structure]") {
  TokenizedText text;
  text.text = "Chess, suitcase";
  text.tokens = {{.text = "chess", .begin = 0, .end = 5, .word = 0},
                 {.text = ",", .begin = 5, .end = 6, .word = 1},
                 {.text = "suit", .begin = 7, .end = 11, .word = 2},
                 {.text = "##case", .begin = 11, .end = 15, .word = 2}};
  const TextWords words = words_of_tokens(text);
  CHECK(words.words == std::vector<std::string>{"Chess", ",", "suitcase"});
  CHECK(words.is_joined == std::vector<char>{0, 1, 0});
}

TEST_CASE("run draws arcs against a gold tree, and links of one word", "[cli][structure]") {
  const TemporaryFolder folder;
  const std::string treebank =
      folder.write("one.conllu", "1\tDogs\tdog\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\t_\t_\t0\troot\t_\t_\n")
          .string();
  const std::string out = (folder.path() / "out").string();
  const ProgramResult arcs = run_program({"run", "--conllu", treebank, "-o", out, "--format", "png"});
  CHECK(arcs.exit_code == 0);
  CHECK(std::filesystem::exists(folder.path() / "out" / "001" / "arcs.png"));
  const ProgramResult links =
      run_program({"run", "-", "--from", "her", "--heads", "5:0,4:0", "-o", out, "--format", "png"},
                  {.text = "Anna took her coat.\n"});
  CHECK(links.exit_code == 0);
  CHECK(std::filesystem::exists(folder.path() / "out" / "001" / "links.png"));
}

TEST_CASE("run refuses a word that is not there, and two origins of texts", "[cli][structure]") {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "out").string();
  const ProgramResult absent = run_program({"run", "-", "--from", "him", "-o", out}, {.text = "Anna sleeps.\n"});
  CHECK(absent.exit_code == 2);
  CHECK(absent.errors.find("--from him: the text has no such word") != std::string::npos);
  CHECK(run_program({"run", "a.txt", "--conllu", "b.conllu", "-o", out}).exit_code == 2);
}
