// Tokenizers from the values of GGUF files.
#include "text/gguf_tokenizer.hpp"

#include "core/error.hpp"
#include "support/catch.hpp"
#include "text/piece_model/byte_pairs.hpp"

using namespace attnscope;

namespace {

std::string message_of(const GgufVocabulary& vocabulary) {
  try {
    (void)make_gguf_tokenizer(vocabulary);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

std::vector<std::string> pieces_of(const TokenizedText& text) {
  std::vector<std::string> pieces;
  for (const Token& token : text.tokens) pieces.push_back(token.text);
  return pieces;
}

using Pieces = std::vector<std::string>;

/// Control pieces, bytes, and a few words.
GgufVocabulary llama() {
  GgufVocabulary vocabulary{.model = "llama",
                            .pieces = {"<unk>", "<s>", "</s>"},
                            .start = 1,
                            .end = 2,
                            .unknown = 0,
                            .origin = "F"};
  vocabulary.types = {2, 3, 3};
  for (unsigned byte = 0; byte < 256; ++byte) {
    vocabulary.pieces.push_back(byte_piece(static_cast<unsigned char>(byte)));
    vocabulary.types.push_back(6);
  }
  for (const char* piece : {"▁", "t", "h", "e", "he", "▁t", "▁the", "th"}) {
    vocabulary.pieces.emplace_back(piece);
    vocabulary.types.push_back(1);
  }
  vocabulary.scores.assign(vocabulary.pieces.size(), 0.0F);
  for (std::size_t piece = 3 + 256; piece < vocabulary.pieces.size(); ++piece) {
    vocabulary.scores[piece] = -static_cast<float>(piece);
  }
  return vocabulary;
}

}  // namespace

TEST_CASE("scores merge the best pair first, bytes spell the rest", "[gguf]") {
  const auto tokenizer = make_gguf_tokenizer(llama());
  // "▁t" and "he" go before "th", whose score is lower.
  CHECK(pieces_of(tokenizer->encode("the")) == Pieces{"<s>", "▁the"});
  const TokenizedText found = tokenizer->encode("the</s>é");
  CHECK(pieces_of(found) == Pieces{"<s>", "▁the", "</s>", "▁", "<0xC3>", "<0xA9>"});
  CHECK(found.tokens[4].label == "é…");
  CHECK(found.tokens[4].begin == 7);
  CHECK(found.tokens[4].end == 9);
  GgufVocabulary without = llama();
  without.adds_space = false;
  without.adds_start = false;
  without.adds_end = true;
  CHECK(pieces_of(make_gguf_tokenizer(without)->encode("the")) == Pieces{"t", "he", "</s>"});
}

TEST_CASE("BERT's pieces are spelled as BERT spells them", "[gguf]") {
  const GgufVocabulary bert{.model = "bert",
                            .pieces = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "▁cat", "s", "▁."},
                            .types = {3, 3, 3, 3, 1, 1, 1},
                            .start = 2,
                            .unknown = 1,
                            .separator = 3,
                            .origin = "F"};
  const auto tokenizer = make_gguf_tokenizer(bert);
  CHECK(pieces_of(tokenizer->encode("Cats.")) == Pieces{"[CLS]", "cat", "##s", ".", "[SEP]"});
  CHECK(tokenizer->encode("cats dogs").ids() == std::vector<Index>{2, 4, 5, 1, 3});
  CHECK(tokenizer->encode_pair("cat", "cat").segments() == std::vector<Index>{0, 0, 0, 1, 1});
}

TEST_CASE("byte-level BPE follows its merges and the name of its pre-tokenizer", "[gguf]") {
  GgufVocabulary gpt2{.model = "gpt2",
                      .pre_tokenizer = "gpt-2",
                      .pieces = {"Ġ", "h", "i", "1", "hi", "Ġhi", "11", "<|end|>"},
                      .types = {1, 1, 1, 1, 1, 1, 1, 3},
                      .merges = {"h i", "Ġ hi", "1 1"},
                      .origin = "F"};
  CHECK(pieces_of(make_gguf_tokenizer(gpt2)->encode("hi hi 11<|end|>")) ==
        Pieces{"hi", "Ġhi", "Ġ", "11", "<|end|>"});
  gpt2.pre_tokenizer = "starcoder";
  CHECK(pieces_of(make_gguf_tokenizer(gpt2)->encode("11")) == Pieces{"1", "1"});
}

TEST_CASE("values of a GGUF vocabulary that contradict each other are refused", "[gguf]") {
  GgufVocabulary wrong = llama();
  wrong.scores.pop_back();
  CHECK(message_of(wrong) == "F: tokenizer.ggml.scores: 266 values for 267 tokens");
  wrong = llama();
  wrong.end = 267;
  CHECK(message_of(wrong) == "F: special token id 267, the vocabulary has 267 tokens");
  wrong = llama();
  wrong.scores.clear();
  CHECK(message_of(wrong) == "F: tokenizer.ggml.scores is missing");
  wrong = llama();
  wrong.model = "rwkv";
  CHECK(message_of(wrong) == "F: tokenizer.ggml.model 'rwkv' (known: bert, gpt2, llama, t5)");
  wrong.model = "gpt2";
  wrong.pre_tokenizer = "newest";
  CHECK(message_of(wrong).starts_with("F: tokenizer.ggml.pre 'newest' (known: gpt-2, mpt, "));
  wrong.pre_tokenizer = "gpt-2";
  wrong.merges = {"t h", "x y"};
  CHECK(message_of(wrong) == "F: tokenizer.ggml.merges[1] 'x y': token 'x' is not in the vocabulary");
  wrong.merges = {"th"};
  CHECK(message_of(wrong) == "F: tokenizer.ggml.merges[0]: expected two pieces, found 'th'");
  wrong.pieces.clear();
  CHECK(message_of(wrong) == "F: tokenizer.ggml.tokens: no tokens");
}
