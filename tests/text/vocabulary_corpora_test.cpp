// Published vocabularies with published answers, where the variable ATTNSCOPE_CORPORA names a folder that
// holds them.
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/file.hpp"
#include "support/catch.hpp"
#include "support/paths.hpp"
#include "support/temporary.hpp"
#include "text/gguf_tokenizer.hpp"
#include "text/text_file.hpp"

using namespace attnscope;

namespace {

std::filesystem::path corpora() {
  const char* folder = std::getenv("ATTNSCOPE_CORPORA");
  if (folder == nullptr) WARN("skipped: ATTNSCOPE_CORPORA names no folder of corpora");
  return folder == nullptr ? std::filesystem::path() : std::filesystem::path(folder);
}

std::filesystem::path gpt2_file(const std::string& name) {
  return corpora() / "stanford-cs336_assignment1-basics" / ("gpt2_" + name);
}

std::unique_ptr<const Tokenizer> load_as(
    const std::vector<std::pair<std::string, std::filesystem::path>>& files) {
  const TemporaryFolder folder;
  for (const auto& [name, path] : files) folder.write(name, read_text(path));
  return load_tokenizer(folder.path());
}

/// Texts parted by a line of their own, and a line of ids for each.
void check_published(const Tokenizer& tokenizer, const std::string& name) {
  const std::filesystem::path base = corpora() / "llama.cpp_vocab_tests" / ("ggml-vocab-" + name + ".gguf");
  std::string texts = read_text(base.string() + ".inp");
  const std::string answers = read_text(base.string() + ".out");
  constexpr std::string_view parting = "\n__ggml_vocab_test__\n";
  Lines lines(answers);
  std::size_t checked = 0;
  for (std::string_view line; lines.next(line); ++checked) {
    const std::size_t end = texts.find(parting);
    const std::string text = texts.substr(0, end);
    texts.erase(0, end == std::string::npos ? texts.size() : end + parting.size());
    std::vector<Index> expected;
    for (const std::string_view id : split_blanks(line)) expected.push_back(small_number(id));
    std::vector<Index> found;
    for (const Token& token : tokenizer.encode(text).tokens) {
      if (!token.special) found.push_back(token.id);
    }
    CAPTURE(name, text);
    CHECK(found == expected);
  }
  CHECK(checked > 40);
}

GgufVocabulary gpt2_arrays() {
  GgufVocabulary vocabulary{.model = "gpt2", .pre_tokenizer = "gpt-2", .origin = "gpt2"};
  const auto pieces = nlohmann::json::parse(read_text(gpt2_file("vocab.json")));
  vocabulary.pieces.resize(pieces.size());
  for (const auto& [piece, id] : pieces.items()) vocabulary.pieces.at(id.get<std::size_t>()) = piece;
  const std::string merges = read_text(gpt2_file("merges.txt"));
  Lines lines(merges);
  for (std::string_view line; lines.next(line);) {
    if (!line.starts_with("#version")) vocabulary.merges.emplace_back(line);
  }
  return vocabulary;
}

}  // namespace

TEST_CASE("GPT-2's own vocabulary gives the published ids, from both kinds of files", "[corpora]") {
  if (corpora().empty()) return;
  const auto tokenizer =
      load_as({{"vocab.json", gpt2_file("vocab.json")}, {"merges.txt", gpt2_file("merges.txt")}});
  check_published(*tokenizer, "gpt-2");
  check_published(*make_gguf_tokenizer(gpt2_arrays()), "gpt-2");

  const std::filesystem::path golden = golden_path() / "tokenizers";
  const auto texts = nlohmann::json::parse(read_text(golden / "texts.json"));
  const auto answers =
      nlohmann::json::parse(read_text(golden / "vocab_merges_gpt2" / "golden.json"))["encodings"];
  REQUIRE(texts.size() == answers.size());
  for (std::size_t index = 0; index < texts.size(); ++index) {
    CAPTURE(texts[index]["name"]);
    CHECK(nlohmann::json(tokenizer->encode(texts[index]["text"].get<std::string>()).ids()) ==
          answers[index]["ids"]);
  }
}

TEST_CASE("BERT's own vocabulary gives the published ids", "[corpora]") {
  if (corpora().empty()) return;
  check_published(*load_as({{"vocab.txt", corpora() / "dbiir_UER-py" / "google_uncased_en_vocab.txt"}}),
                  "bert-bge");
}

TEST_CASE("llama2.c's tokenizer gives the ids of its golden text", "[corpora]") {
  if (corpora().empty()) return;
  const auto golden = nlohmann::json::parse(read_text(golden_path() / "llama2c" / "stories260K.json"));
  const auto tokenizer = load_as({{"tok512.bin", corpora() / "ytmytm_llama2.c64" / "tok512.bin"}});
  CHECK(nlohmann::json(tokenizer->encode(golden["text"].get<std::string>()).ids()) == golden["input_ids"]);
}
