#include "text/words.hpp"

#include "support/catch.hpp"

using namespace attnscope;

namespace {

std::string split(std::string_view text) {
  std::string joined;
  for (const Token& token : words_of(text).tokens) joined += (joined.empty() ? "" : "|") + token.text;
  return joined;
}

}  // namespace

TEST_CASE("words end at white space and punctuation", "[words]") {
  CHECK(split("The cat, it sat.") == "The|cat|,|it|sat|.");
  CHECK(split("  two\t words\n") == "two|words");
  CHECK(split("") == "");
  CHECK(split("(so!)") == "(|so|!|)");
}

TEST_CASE("a sign between letters belongs to the word", "[words]") {
  CHECK(split("don't pay 3.14 for it") == "don't|pay|3.14|for|it");
  CHECK(split("a well-known fact") == "a|well-known|fact");
}

TEST_CASE("words know their bytes", "[words]") {
  const TokenizedText text = words_of("caf\xC3\xA9 au lait");
  REQUIRE(text.tokens.size() == 3);
  CHECK(text.tokens[0].end == 5);
  CHECK(text.tokens[1].begin == 6);
}
