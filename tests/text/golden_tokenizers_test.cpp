// Every tokenizer of tests/golden/tokenizers against the answers of the reference libraries.
#include <map>
#include <nlohmann/json.hpp>

#include "core/file.hpp"
#include "core/utf8.hpp"
#include "support/catch.hpp"
#include "support/paths.hpp"
#include "text/tokenizer.hpp"

using namespace attnscope;
using Json = nlohmann::json;

namespace {

std::filesystem::path folder() {
  return golden_path() / "tokenizers";
}

std::map<std::string, std::string> texts() {
  std::map<std::string, std::string> all;
  for (const Json& entry : Json::parse(read_text(folder() / "texts.json")))
    all[entry["name"]] = entry["text"];
  return all;
}

Json ids_of(const std::vector<Token>& tokens) {
  Json ids = Json::array();
  for (const Token& token : tokens) ids.push_back(token.id);
  return ids;
}

Json segments_of(const std::vector<Token>& tokens) {
  Json segments = Json::array();
  for (const Token& token : tokens) segments.push_back(token.segment);
  return segments;
}

Json specials_of(const std::vector<Token>& tokens) {
  Json specials = Json::array();
  for (const Token& token : tokens) specials.push_back(token.special ? 1 : 0);
  return specials;
}

Json spans_of(const std::vector<Token>& tokens) {
  Json spans = Json::array();
  for (const Token& token : tokens) spans.push_back(Json::array({token.begin, token.end}));
  return spans;
}

/// The library trims the first character of a word after an added token where it put a space in; here the
/// word stays whole.
Json with_whole_words(const Json& encoding, const TokenizedText& found) {
  Json expected = encoding["offsets"];
  for (std::size_t index = 1; index < std::min(expected.size(), found.tokens.size()); ++index) {
    const Token& token = found.tokens[index];
    if (token.end == token.begin) continue;
    const bool is_second = encoding.contains("sequence") && encoding["sequence"][index] == 1;
    const std::string& text = is_second ? found.second_text : found.text;
    std::size_t second = token.begin;
    next_code_point(text, second);
    const bool begins_word = token.text.starts_with("Ġ") && found.tokens[index - 1].word != token.word;
    if (begins_word && text[token.begin] != ' ' && expected[index][0] == second)
      expected[index][0] = token.begin;
  }
  return expected;
}

void check(const Json& expected, const TokenizedText& found, bool adds_spaces) {
  CHECK(ids_of(found.tokens) == expected["ids"]);
  CHECK(spans_of(found.tokens) == (adds_spaces ? with_whole_words(expected, found) : expected["offsets"]));
  if (expected.contains("special")) CHECK(specials_of(found.tokens) == expected["special"]);
  if (expected.contains("type_ids")) CHECK(segments_of(found.tokens) == expected["type_ids"]);
}

void check_folder(const std::string& name, const Tokenizer& tokenizer) {
  const Json golden = Json::parse(read_text(folder() / name / "golden.json"));
  const bool adds_spaces = name == "roberta_prefix_space" || name == "added_bytelevel";
  const auto all = texts();
  for (const Json& expected : golden["encodings"]) {
    CAPTURE(name, expected["text"]);
    TokenizedText found = tokenizer.encode(all.at(expected["text"]));
    // SentencePiece's own answers leave out the tokens around the text.
    if (!expected.contains("special"))
      std::erase_if(found.tokens, [](const Token& token) { return token.special; });
    check(expected, found, adds_spaces);
  }
  if (!golden.contains("pairs")) return;
  for (const Json& expected : golden["pairs"]) {
    CAPTURE(name, expected["a"], expected["b"]);
    check(expected, tokenizer.encode_pair(all.at(expected["a"]), all.at(expected["b"])), adds_spaces);
  }
}

}  // namespace

TEST_CASE("every golden tokenizer gives the golden ids, spans, marks and pairs", "[tokenizers]") {
  std::size_t checked = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_directory() || name == "vocab_merges_gpt2") continue;
    const auto tokenizer = load_tokenizer(entry.path());
    CAPTURE(name);
    CHECK(tokenizer != nullptr);
    if (tokenizer == nullptr) continue;
    check_folder(name, *tokenizer);
    ++checked;
  }
  CHECK(checked == 28);
}
