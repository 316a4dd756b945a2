// Coreference files of every kind: what is read, and what is refused with its line.
#include "core/error.hpp"
#include "support/catch.hpp"
#include "text/conll_coreference.hpp"
#include "text/gap.hpp"
#include "text/ontogum.hpp"
#include "text/winobias.hpp"

using namespace attnscope;

namespace {

template <typename Parse>
std::string message_of(Parse parse, const std::string& text) {
  try {
    parse(text, "F");
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

std::string of(const std::string& text, const TextStretch& stretch) {
  return text.substr(stretch.begin, stretch.end - stretch.begin);
}

}  // namespace

TEST_CASE("brackets in the last column are mentions", "[coreference]") {
  const auto documents = parse_conll_coreference(
      "#begin document (bc/x (a)); part 003\n"
      "d 0 0 The DT * - - - - * (1\n"
      "d 0 1 dog NN * - - - - * 1)|(2(1\n"
      "\n"
      "d 0 0 it PRP * - - - - * (1)|1)|2)\n"
      "#end document\n"
      "#begin document (second);\n"
      "e 0 0 . . * - - - - * -\n",
      "F");
  REQUIRE(documents.size() == 2);
  CHECK(documents[0].name == "bc/x (a)");
  CHECK(documents[0].part == "003");
  CHECK(documents[0].words == std::vector<std::string>{"The", "dog", "it"});
  CHECK(documents[0].sentence_starts == std::vector<Index>{0, 2});
  CHECK(documents[0].cluster_names == std::vector<std::string>{"1", "2"});
  CHECK(documents[0].mentions == std::vector<Mention>{{0, 1, 0}, {1, 2, 0}, {1, 2, 1}, {2, 2, 0}});
  CHECK(documents[0].parts_of_speech == std::vector<std::string>{"DT", "NN", "PRP"});
  CHECK(documents[1].parts_of_speech == std::vector<std::string>{"."});
  CHECK(documents[1].name == "second");
}

TEST_CASE("LitBank's last column may be empty", "[coreference]") {
  const auto documents = parse_conll_coreference(
      "#begin document (541_brat); part 0\n"
      "b\t0\t0\tChristine\t_\t_\t_\t_\t_\t_\t_\t_\t(0\n"
      "b\t0\t1\tNilsson\t_\t_\t_\t_\t_\t_\t_\t_\t0)\n"
      "b\t0\t2\twas\t_\t_\t_\t_\t_\t_\t_\t_\t\n"
      "#end document\n",
      "F");
  REQUIRE(documents.size() == 1);
  CHECK(documents[0].words == std::vector<std::string>{"Christine", "Nilsson", "was"});
  CHECK(documents[0].mentions == std::vector<Mention>{{0, 1, 0}});
}

TEST_CASE("OntoGUM takes sentences, parts of speech and heads from its tree", "[coreference]") {
  auto documents = parse_conll_coreference(
      "# begin document \n0\tThe\t(7\n1\tdog\t7)\n2\tbarks\t_\n# end document\n", "GUM_x.conll");
  const auto sentences = parse_conllu(
      "1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n2\tdog\tdog\tNOUN\t_\t_\t0\troot\t_\t_\n\n"
      "1\tbarks\tbark\tVERB\t_\t_\t0\troot\t_\t_\n",
      "F");
  CoreferenceDocument& document = documents.at(0);
  CHECK(document.name == "GUM_x");
  join_syntax(document, sentences);
  CHECK(document.sentence_starts == std::vector<Index>{0, 2});
  CHECK(document.heads == std::vector<Index>{1, -1, -1});
  CHECK(document.parts_of_speech == std::vector<std::string>{"DET", "NOUN", "VERB"});
  CHECK(head_word(document, {0, 1, 0}) == 1);
  document.words[1] = "cat";
  CHECK_THROWS_WITH(join_syntax(document, sentences),
                    "GUM_x: word 2: expected 'dog' as in its tree, found 'cat'");
}

TEST_CASE("coreference columns that do not fit are refused", "[coreference]") {
  const auto message = [](const std::string& text) { return message_of(parse_conll_coreference, text); };
  CHECK(message("0\ta\t(1\n1\tb\t_\n") == "F: line 1: a mention begins here and has no end");
  CHECK(message("0\ta\t1)\n") == "F: line 1: '1)' closes no open mention");
  CHECK(message("0\ta\t1\n") == "F: line 1: '1' stands outside brackets");
  CHECK(message("0\ta\t()\n") == "F: line 1: a bracket without the name of a cluster");
  CHECK(message("0\ta\t_\n0\tb\n") == "F: line 2: 2 columns, the lines before have 3");
  CHECK(message("word\n") == "F: line 1: 1 column, expected at least a word and its brackets");
  CHECK(message("") == "F: no document found");
}

TEST_CASE("GAP's offsets count characters, ours bytes", "[coreference]") {
  const auto examples = parse_gap(
      "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
      "t-1\tZo\u00E9 met Ann when she sang.\tshe\t17\tZo\u00E9\t0\tTRUE\tAnn\t8\tFALSE\thttp://x\n",
      "F");
  REQUIRE(examples.size() == 1);
  CHECK(examples[0].pronoun == TextStretch{18, 21});
  CHECK(of(examples[0].text, examples[0].first_name) == "Zo\u00E9");
  CHECK(of(examples[0].text, examples[0].second_name) == "Ann");
  CHECK(examples[0].is_first_right);
  CHECK_FALSE(examples[0].is_second_right);
  const auto message = [](const std::string& text) { return message_of(parse_gap, text); };
  CHECK(message("a\tb\n") == "F: line 1: 2 columns, GAP has 11 (tab separated)");
  CHECK(message("t\tShe sang.\tshe\t0\tx\t0\tTRUE\ty\t0\tFALSE\tu\n") ==
        "F: line 1: 'she' does not stand at character 0");
  CHECK(message("t\tshe sang.\tshe\t0\tsang\t4\tyes\tsang\t4\tFALSE\tu\n") ==
        "F: line 1: expected TRUE or FALSE, found 'yes'");
  CHECK(message("") == "F: no example found");
}

TEST_CASE("WinoBias marks a person and pronouns", "[coreference]") {
  const auto examples = parse_winobias("12 [The developer] said [she] lost [her] key.\n", "F");
  REQUIRE(examples.size() == 1);
  CHECK(examples[0].text == "The developer said she lost her key.");
  CHECK(of(examples[0].text, examples[0].person) == "The developer");
  REQUIRE(examples[0].pronouns.size() == 2);
  CHECK(of(examples[0].text, examples[0].pronouns[1]) == "her");
  const auto message = [](const std::string& text) { return message_of(parse_winobias, text); };
  CHECK(message("1 [A cook] left.\n") == "F: line 1: expected a marked person and a marked pronoun");
  CHECK(message("1 [A cook left.\n") == "F: line 1: '[' without ']'");
  CHECK(message("1 [A cook] saw [a man] when [he] left.\n") ==
        "F: line 1: two marked stretches that are no pronouns, expected one");
}
