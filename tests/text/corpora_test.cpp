// Whole published corpora, where the variable ATTNSCOPE_CORPORA names a folder that holds them.
#include <cstdlib>

#include "support/catch.hpp"
#include "text/conll_coreference.hpp"
#include "text/gap.hpp"
#include "text/ontogum.hpp"
#include "text/winobias.hpp"

using namespace attnscope;

namespace {

std::filesystem::path corpora() {
  const char* folder = std::getenv("ATTNSCOPE_CORPORA");
  if (folder == nullptr) WARN("skipped: ATTNSCOPE_CORPORA names no folder of corpora");
  return folder == nullptr ? std::filesystem::path() : std::filesystem::path(folder);
}

std::size_t word_count(const std::vector<TreebankSentence>& sentences) {
  std::size_t count = 0;
  for (const TreebankSentence& sentence : sentences) count += sentence.words.size();
  return count;
}

}  // namespace

TEST_CASE("treebanks of Universal Dependencies are read whole", "[corpora]") {
  if (corpora().empty()) return;
  const auto pud = read_conllu(corpora() / "UD_English-PUD" / "en_pud-ud-test.conllu");
  CHECK(pud.size() == 1000);
  CHECK(word_count(pud) == 21180);
  std::size_t differing = 0;
  for (const TreebankSentence& sentence : pud)
    differing += sentence.rebuilt_text() == sentence.text ? 0U : 1U;
  CHECK(differing == 0);
}

TEST_CASE("every OntoGUM document joins its tree", "[corpora]") {
  if (corpora().empty()) return;
  const std::filesystem::path gum = corpora() / "amir-zeldes_gum";
  std::size_t words = 0;
  std::size_t mentions = 0;
  for (const auto& entry : std::filesystem::directory_iterator(gum / "coref_ontogum_conll" / "free")) {
    auto documents = read_conll_coreference(entry.path());
    REQUIRE(documents.size() == 1);
    const auto tree =
        read_conllu(gum / "dep" / "free" / entry.path().filename().replace_extension(".conllu"));
    join_syntax(documents[0], tree);
    words += documents[0].words.size();
    mentions += documents[0].mentions.size();
  }
  CHECK(words == 148618);
  CHECK(mentions == 18496);
}

TEST_CASE("LitBank, GAP and WinoBias are read whole", "[corpora]") {
  if (corpora().empty()) return;
  std::size_t words = 0;
  std::size_t mentions = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(corpora() / "dbamman_litbank" / "coref" / "conll")) {
    for (const CoreferenceDocument& document : read_conll_coreference(entry.path())) {
      words += document.words.size();
      mentions += document.mentions.size();
    }
  }
  CHECK(words == 210532);
  CHECK(mentions == 29103);
  CHECK(read_gap(corpora() / "gap-coreference" / "gap-test.tsv").size() == 2000);
  for (const auto& entry : std::filesystem::directory_iterator(corpora() / "uclanlp_corefBias")) {
    const std::string name = entry.path().filename().string();
    if (name.find("stereotyped") != std::string::npos) CHECK(read_winobias(entry.path()).size() == 396);
  }
}
