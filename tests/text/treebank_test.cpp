// CoNLL-U: what is read, and what is refused with its line.
#include "core/error.hpp"
#include "support/catch.hpp"
#include "text/conllu.hpp"

using namespace attnscope;

namespace {

std::string line(const std::string& id, const std::string& form, const std::string& head,
                 const std::string& misc = "_") {
  return id + "\t" + form + "\t" + form + "\tNOUN\tNN\t_\t" + head + "\tdep\t_\t" + misc + "\n";
}

std::string message_of(const std::string& text) {
  try {
    parse_conllu(text, "F");
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("words have forms, tags, heads and relations", "[conllu]") {
  const auto sentences = parse_conllu(
      "# newdoc id = d1\n# sent_id = s1\n# text = Dogs don't bark.\n"
      "1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t4\tnsubj\t4:nsubj\t_\r\n"
      "2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n"
      "2\tdo\tdo\tAUX\tVBP\t_\t4\taux\t_\t_\n"
      "3\tn't\tnot\tPART\tRB\t_\t4\tadvmod\t_\t_\n"
      "3.1\tbe\tbe\tAUX\tVB\t_\t_\t_\t4:aux\t_\n"
      "4\tbark\tbark\tVERB\tVB\t_\t0\troot\t_\tSpaceAfter=No\n"
      "5\t.\t.\tPUNCT\t.\t_\t4\tpunct\t_\t_\n"
      "\n"
      "1\t_\t_\tX\t_\t_\t_\t_\t_\t_",
      "F");
  REQUIRE(sentences.size() == 2);
  const TreebankSentence& first = sentences[0];
  CHECK(first.id == "s1");
  CHECK(first.document == "d1");
  CHECK(first.text == "Dogs don't bark.");
  CHECK(first.rebuilt_text() == "Dogs don't bark.");
  CHECK(first.forms() == std::vector<std::string>{"Dogs", "do", "n't", "bark", "."});
  CHECK(first.line == 4);
  CHECK(first.empty_nodes == 1);
  REQUIRE(first.multiword_tokens.size() == 1);
  CHECK(first.multiword_tokens[0].first == 1);
  CHECK(first.multiword_tokens[0].last == 2);
  CHECK(first.words[0].head == 3);
  CHECK(first.words[0].relation == "nsubj");
  CHECK(first.words[0].part_of_speech == "NOUN");
  CHECK(first.words[0].features == "Number=Plur");
  CHECK(first.words[3].head == TreebankWord::root);
  CHECK(sentences[1].words[0].form == "_");
  CHECK(sentences[1].words[0].head == TreebankWord::no_head);
  CHECK(sentences[1].text == "_");
  CHECK(sentences[1].document == "d1");
}

TEST_CASE("lines that are not CoNLL-U are refused with their number", "[conllu]") {
  CHECK(message_of("1\ta\ta\tX\t_\t_\t0\troot\t_\n") ==
        "F: line 1: 9 fields, CoNLL-U has 10 (tab separated)");
  CHECK(message_of("\n1 a a X _ _ 0 root _ _\n") == "F: line 2: 1 field, CoNLL-U has 10 (tab separated)");
  CHECK(message_of(line("1", "a", "0") + line("3", "b", "1")) == "F: line 2: word id 3 follows 1");
  CHECK(message_of(line("1", "a", "0") + line("1", "b", "1")) == "F: line 2: word id 1 follows 1");
  CHECK(message_of(line("x", "a", "0")) == "F: line 1: 'x' is no word id");
  CHECK(message_of(line("1", "a", "99")) == "F: line 1: HEAD 99 of 'a', the sentence has 1 words");
  CHECK(message_of(line("1", "a", "-1")) == "F: line 1: HEAD '-1' is no word id");
  CHECK(message_of(line("1", "a", "1")) == "F: line 1: word 1 is its own HEAD");
  CHECK(message_of(line("1", "", "0")) == "F: line 1: the FORM is empty");
  CHECK(message_of(line("5-2", "ab", "_")) == "F: line 1: range 5-2 ends before it starts");
  CHECK(message_of(line("2-3", "ab", "_")) == "F: line 1: range 2-3 stands before word 1");
  CHECK(message_of(line("1-x", "ab", "_")) == "F: line 1: range 1-x is not of the form 3-4");
  CHECK(message_of(line("1-3", "ab", "_") + line("1", "a", "0")) ==
        "F: line 2: range 1-3, the sentence has 1 words");
  CHECK(message_of(line("1-2", "ab", "_") + line("1", "a", "0") + line("2-3", "bc", "_")) ==
        "F: line 3: range 2-3 overlaps the range before");
  CHECK(message_of(line("2.1", "a", "_")) == "F: line 1: empty node 2.1 follows word 0");
  CHECK(message_of("") == "F: no sentence found");
  CHECK(message_of("# only = a comment\n") == "F: no sentence found");
}
