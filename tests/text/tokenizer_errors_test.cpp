// Tokenizer files with a fault: what is said of each.
#include "support/catch.hpp"
#include "support/paths.hpp"
#include "support/temporary.hpp"
#include "text/tokenizer.hpp"

using namespace attnscope;

namespace {

/// The message for a folder whose tokenizer.json is `text`, then for tokenising `words` with it.
std::string message_for(const std::string& text, const std::string& words = "a b") {
  const TemporaryFolder folder;
  folder.write("tokenizer.json", text);
  return message_of(folder, [&] { (void)load_tokenizer(folder.path())->encode(words); });
}

std::string with_model(const std::string& model) {
  return message_for(R"({"version":"1.0","model":)" + model + "}");
}

std::string with_part(const std::string& key, const std::string& part) {
  return message_for(R"({"model":{"type":"WordLevel","vocab":{"a":0,"<unk>":1},"unk_token":"<unk>"},")" +
                     key + "\":" + part + "}");
}

}  // namespace

TEST_CASE("a tokenizer.json that is not one is refused", "[tokenizers]") {
  CHECK(message_for("") == "tokenizer.json is not valid JSON: unexpected end at column 1");
  CHECK(message_for("[1]") == "tokenizer.json: expected an object, found an array");
  CHECK(message_for("{}") == "tokenizer.json: 'model' is missing");
  CHECK(message_for(R"({"version":"2.0"})") == "tokenizer.json: version '2.0', expected '1.0'");
  CHECK(message_for(R"({"model":null,"model":null})") ==
        "tokenizer.json: key 'model' appears twice in one object");
}

TEST_CASE("models are refused by name, or with the piece that is wrong", "[tokenizers]") {
  CHECK(with_model(R"({"type":"Foo"})") ==
        "tokenizer.json: model.type 'Foo' (known: BPE, Unigram, WordLevel, WordPiece)");
  CHECK(with_model(R"({"type":"BPE","vocab":{"a":0,"b":1},"merges":["a b"]})") ==
        "tokenizer.json: model.merges[0] 'a b': token 'ab' is not in the vocabulary");
  CHECK(with_model(R"({"type":"BPE","vocab":{"a":0},"merges":[["zq","a"]]})") ==
        "tokenizer.json: model.merges[0] 'zq a': token 'zq' is not in the vocabulary");
  CHECK(with_model(R"({"type":"BPE","vocab":{"a":0},"merges":["a"]})") ==
        "tokenizer.json: model.merges[0]: expected two pieces, found 'a'");
  CHECK(with_model(R"({"type":"BPE","vocab":{"a":0},"merges":[],"unk_token":"<unk>"})") ==
        "tokenizer.json: model.unk_token: '<unk>' is not in the vocabulary");
  CHECK(with_model(R"({"type":"WordPiece","vocab":{"a":0}})") ==
        "tokenizer.json: model: 'unk_token' is missing");
  CHECK(with_model(R"({"type":"WordPiece","vocab":{"a":-1},"unk_token":"a"})") ==
        "tokenizer.json: model.vocab.a: expected a whole number from 0 to 4194304, found -1");
  CHECK(with_model(R"({"type":"WordPiece","vocab":{"a":0,"b":0},"unk_token":"a"})") ==
        "tokenizer.json: model.vocab: 'a' and 'b' have the same id 0");
  CHECK(with_model(R"({"type":"WordPiece","vocab":{"a":4000000},"unk_token":"a"})") ==
        "tokenizer.json: model.vocab: 'a' has id 4000000 in a vocabulary of 1");
  CHECK(with_model(R"({"type":"Unigram","vocab":{"a":0}})") ==
        "tokenizer.json: model.vocab: expected an array of [piece, score], found an object");
  CHECK(with_model(R"({"type":"Unigram","vocab":[["a"]]})") ==
        "tokenizer.json: model.vocab[0]: expected [piece, score]");
  CHECK(with_model(R"({"type":"Unigram","vocab":[["a",-1.5]],"unk_id":1})") ==
        "tokenizer.json: model.unk_id: expected a whole number from 0 to 0, found 1");
  CHECK(with_model(R"({"type":"Unigram","vocab":[["a",-1.5]]})") ==
        "' ' is not in the vocabulary, and the tokenizer has no unknown token");
  CHECK(with_model(R"({"vocab":{"a":0}})") ==
        "'a b' is not in the vocabulary, and the tokenizer has no unknown token");
}

TEST_CASE("parts around the model are refused by name, or with the setting that is wrong", "[tokenizers]") {
  CHECK(with_part("normalizer", R"({"type":"Foo"})") ==
        "tokenizer.json: normalizer.type 'Foo' (known: BertNormalizer, ByteLevel, Lowercase, NFC, NFD, NFKC, "
        "NFKD, "
        "Nmt, Precompiled, Prepend, Replace, Sequence, Strip, StripAccents)");
  CHECK(with_part("pre_tokenizer", R"({"type":"Sequence","pretokenizers":[{"type":"Foo"}]})") ==
        "tokenizer.json: pre_tokenizer.pretokenizers.type 'Foo' (known: BertPreTokenizer, ByteLevel, "
        "CharDelimiterSplit, Digits, FixedLength, Metaspace, Punctuation, Sequence, Split, UnicodeScripts, "
        "Whitespace, WhitespaceSplit)");
  CHECK(with_part("pre_tokenizer", R"({"type":"Split","pattern":{"Regex":"("},"behavior":"Isolated"})") ==
        "tokenizer.json: pre_tokenizer.pattern: '(' is no regular expression: end pattern with unmatched "
        "parenthesis");
  CHECK(with_part("pre_tokenizer", R"({"type":"Split","pattern":{"String":"a"},"behavior":"Kept"})") ==
        "tokenizer.json: pre_tokenizer.behavior: expected one of Removed, Isolated, MergedWithPrevious, "
        "MergedWithNext, Contiguous, found 'Kept'");
  CHECK(with_part("pre_tokenizer",
                  R"({"type":"Metaspace","add_prefix_space":false,"prepend_scheme":"first"})") ==
        "tokenizer.json: pre_tokenizer: add_prefix_space is false, but prepend_scheme is 'first'");
  CHECK(with_part("normalizer", R"({"type":"Precompiled","precompiled_charsmap":"?"})") ==
        "tokenizer.json: normalizer.precompiled_charsmap: '?' at character 1 is not base64");
  CHECK(with_part("normalizer", R"({"type":"Precompiled","precompiled_charsmap":"/////wAA"})") ==
        "tokenizer.json: normalizer.precompiled_charsmap: the character map has a trie of 4294967295 bytes, "
        "2 follow");
  CHECK(with_part("post_processor", R"({"type":"BertProcessing","cls":["[CLS]"],"sep":["[SEP]",1]})") ==
        "tokenizer.json: post_processor.cls: expected [\"token\", id]");
  CHECK(with_part("added_tokens", R"([{"content":"x","id":"7"}])") ==
        "tokenizer.json: added_tokens.id: expected a whole number from 0 to 4194304, found \"7\"");
}

TEST_CASE("a pattern that runs wild, or a text that grows without bound, is stopped", "[tokenizers]") {
  const std::string letters(34, 'a');
  const std::string model = R"("model":{"type":"WordLevel","vocab":{"<unk>":0},"unk_token":"<unk>"})";
  CHECK(
      message_for(
          "{" + model +
              R"(,"pre_tokenizer":{"type":"Split","pattern":{"Regex":"(?:a+)+b|(?:a|aa)+c"},"behavior":"Isolated"}})",
          letters) == "tokenizer.json: pre_tokenizer.pattern: the pattern needs too many steps on this text");
  std::string steps;
  for (int step = 0; step < 40; ++step) {
    steps +=
        std::string(step > 0 ? "," : "") + R"({"type":"Replace","pattern":{"String":"a"},"content":"aa"})";
  }
  CHECK(message_for("{" + model + R"(,"normalizer":{"type":"Sequence","normalizers":[)" + steps + "]}}",
                    letters) ==
        "tokenizer.json: normalizer: makes 69632 bytes of a text of 34 bytes, expected at most 64 times as "
        "many");
}

TEST_CASE("older files are refused with their own names", "[tokenizers]") {
  const auto message = [](const std::string& name, const std::string& text, const std::string& other = {},
                          const std::string& other_text = {}) {
    const TemporaryFolder folder;
    folder.write(name, text);
    if (!other.empty()) folder.write(other, other_text);
    return message_of(folder, [&] { (void)load_tokenizer(folder.path()); });
  };
  CHECK(message("vocab.txt", "[UNK]\n[CLS]\nthe\n") == "vocab.txt: no '[SEP]'");
  CHECK(message("vocab.txt", "the\n") == "vocab.txt: no '[UNK]'");
  CHECK(message("vocab.txt", "the\xFF\n") ==
        "vocab.txt: line 1, byte 4: 0xFF is not valid UTF-8 | --invalid-utf8=replace shows such bytes as "
        "\xEF\xBF\xBD");
  CHECK(message("vocab.json", R"({"a":0,"b":1})", "merges.txt", "#version: 0.2\na b\n") ==
        "merges.txt: line 2 'a b': token 'ab' is not in the vocabulary");
  CHECK(message("vocab.json", "[]", "merges.txt", "") == "vocab.json: expected an object, found an array");
  CHECK(message("tokenizer.model", "nonsense") == "tokenizer.model: not a protocol buffer");
  CHECK(message("tokenizer.model", "") == "tokenizer.model: not a SentencePiece model (no pieces)");
  CHECK(message("tokenizer.model", "\x0A\x05\x0A\x01x") == "tokenizer.model: a field of 5 bytes, 3 follow");
  CHECK(message("tokenizer.model", "\x0A\x03\x0A\x01x") ==
        "tokenizer.model: expected one piece of type unknown, found 0");
  CHECK(message("tokenizer.bin", std::string("\7\0\0\0\0\0\0\0\xFF\xFF\xFF\x7F", 12)) ==
        "tokenizer.bin: piece 0: length 2147483647, 0 bytes follow");
  CHECK(message("tokenizer.bin", std::string("\7\0\0", 3)) ==
        "tokenizer.bin: the file ends inside of the longest piece");
  CHECK(message("tokenizer.bin", std::string("\7\0\0\0", 4)) ==
        "tokenizer.bin: 0 pieces, expected at least 3 and one for each of 256 bytes");
}

TEST_CASE("a vocabulary of lines may repeat itself, end lines with CR LF and have empty ones",
          "[tokenizers]") {
  const TemporaryFolder folder;
  folder.write("vocab.txt", "[UNK]\r\n[CLS]\r\n[SEP]\r\n\r\nthe\r\nthe\r\n");
  const TokenizedText found = load_tokenizer(folder.path())->encode("The");
  CHECK(found.ids() == std::vector<Index>{1, 5, 2});
}
