// What pictures show of tokens, and which of them make a word.
#include "text/token_labels.hpp"
#include "support/catch.hpp"
#include "support/paths.hpp"
#include "text/tokenizer.hpp"

using namespace attnscope;

namespace {

std::vector<std::string> labels(std::vector<Token> tokens, const std::string& text, PieceSpelling spelling) {
  label_tokens(tokens, text, spelling);
  std::vector<std::string> all;
  for (const Token& token : tokens) all.push_back(token.label);
  return all;
}

std::vector<Index> words(const std::string& name, const std::string& text) {
  std::vector<Index> all;
  for (const Token& token : load_tokenizer(golden_path() / "tokenizers" / name)->encode(text).tokens) {
    all.push_back(token.word);
  }
  return all;
}

}  // namespace

TEST_CASE("bytes are put together across tokens", "[labels]") {
  const std::vector<Token> tokens{{.text = "Ġå"}, {.text = "½"}, {.text = "ĵa"}, {.text = "Ċ"}};
  CHECK(labels(tokens, "", PieceSpelling::byte_level) ==
        std::vector<std::string>{"·当…", "…当…", "…当a", "↵"});
  const std::vector<Token> bytes{{.text = "▁"}, {.text = "<0xE5>"}, {.text = "<0xBD>"}, {.text = "<0x93>"}};
  CHECK(labels(bytes, "", PieceSpelling::plain) == std::vector<std::string>{"·", "当…", "…当…", "…当"});
}

TEST_CASE("bytes that make no character keep their spelling", "[labels]") {
  CHECK(labels({{.text = "å"}, {.text = "a"}}, "", PieceSpelling::byte_level) ==
        std::vector<std::string>{"å", "a"});
}

TEST_CASE("labels hide nothing that could act on a terminal", "[labels]") {
  CHECK(labels({{.text = "a\x1B[31m"}, {.text = "▁▁x"}, {.text = "\t"}}, "", PieceSpelling::plain) ==
        std::vector<std::string>{"a\\x1b[31m", "··x", "⇥"});
}

TEST_CASE("words do not hang together over spaces, punctuation and Han characters", "[labels]") {
  // [CLS] the c ##at , t ##ired . [SEP]
  CHECK(words("bert_uncased", "the cat, tired.") == std::vector<Index>{-1, 0, 1, 1, 2, 3, 3, 4, -1});
  // A tokenizer without rules for words: one stretch of text.
  const auto tokenizer = load_tokenizer(golden_path() / "tokenizers" / "llama2_legacy");
  for (const Token& token : tokenizer->encode("The cat sat.").tokens) {
    const std::vector<std::size_t> ends{3, 7, 11, 12};
    if (token.word < 0) continue;
    CAPTURE(token.text);
    CHECK(token.end <= ends.at(static_cast<std::size_t>(token.word)));
    if (token.word > 0) CHECK(token.begin >= ends.at(static_cast<std::size_t>(token.word - 1)));
  }
}
