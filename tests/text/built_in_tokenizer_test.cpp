// The built-in model's tokenizer against an independent implementation, for eight texts.
#include <fstream>

#include <nlohmann/json.hpp>

#include "core/file.hpp"
#include "support/catch.hpp"
#include "support/paths.hpp"
#include "text/tokenizer.hpp"

using namespace attnscope;

namespace {

nlohmann::json golden() {
  return nlohmann::json::parse(read_text(golden_path() / "mini" / "tokens.json"));
}

void check(const Tokenizer& tokenizer) {
  for (const auto& expected : golden()) {
    const std::string text = expected["text"];
    CAPTURE(text);
    const TokenizedText found = tokenizer.encode(text);
    REQUIRE(found.tokens.size() == expected["ids"].size());
    for (std::size_t index = 0; index < found.tokens.size(); ++index) {
      CAPTURE(index);
      const Token& token = found.tokens[index];
      CHECK(token.id == expected["ids"][index]);
      CHECK(token.text == expected["tokens"][index]);
      CHECK(token.begin == expected["bytes"][index][0]);
      CHECK(token.end == expected["bytes"][index][1]);
    }
  }
}

}  // namespace

TEST_CASE("tokenizer.json of the built-in model gives the golden ids, pieces and spans", "[text]") {
  const auto tokenizer = load_tokenizer(data_path() / "models" / "mini");
  CHECK(tokenizer->describe() == "WordPiece of 15299 pieces, tokenizer.json");
  check(*tokenizer);
}

TEST_CASE("vocab.txt alone gives the same", "[text]") {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "attnscope-vocab-only";
  std::filesystem::create_directories(folder);
  for (const char* name : {"vocab.txt", "tokenizer_config.json"}) {
    std::filesystem::copy_file(data_path() / "models" / "mini" / name, folder / name,
                               std::filesystem::copy_options::overwrite_existing);
  }
  const auto tokenizer = load_tokenizer(folder);
  CHECK(tokenizer->describe() == "WordPiece of 15299 pieces, vocab.txt");
  check(*tokenizer);
  std::filesystem::remove_all(folder);
}

TEST_CASE("an unknown word is labelled by its text", "[text]") {
  const auto tokenizer = load_tokenizer(data_path() / "models" / "mini");
  const TokenizedText found = tokenizer->encode("a \xF0\x9F\x98\x80 b");
  REQUIRE(found.tokens.size() == 5);
  CHECK(found.tokens[2].unknown);
  CHECK(found.tokens[2].text == "[UNK]");
  CHECK(found.tokens[2].label == "\xF0\x9F\x98\x80");
  CHECK(found.tokens[2].word == 1);
}

TEST_CASE("words keep their index when each is tokenised by itself", "[text]") {
  const auto tokenizer = load_tokenizer(data_path() / "models" / "mini");
  const std::vector<std::string> words{"The", "suitcase", "is", "n't"};
  const TokenizedText found = tokenizer->encode_words(words);
  std::vector<Index> indices;
  for (const Token& token : found.tokens) indices.push_back(token.word);
  CHECK(indices == std::vector<Index>{-1, 0, 1, 1, 1, 2, 3, 3, 3, -1});
  CHECK(found.text == "The suitcase is n't");
  CHECK(found.tokens[2].begin == 4);
}

TEST_CASE("a pair has two segments and counts its words through", "[text]") {
  const auto tokenizer = load_tokenizer(data_path() / "models" / "mini");
  const TokenizedText found = tokenizer->encode_pair("the cat", "it sat");
  CHECK(found.segments() == std::vector<Index>{0, 0, 0, 0, 1, 1, 1});
  CHECK(found.tokens[4].word == 2);
  CHECK(found.tokens[4].begin == 0);
  CHECK(found.second_text == "it sat");
}
