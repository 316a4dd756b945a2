#include "text/sentence_file.hpp"

#include "core/error.hpp"
#include "support/catch.hpp"

using namespace attnscope;
using namespace std::string_literals;

namespace {

constexpr SentenceFileOptions passage{.unit = SentenceFileOptions::Unit::file};
constexpr SentenceFileOptions replace{.invalid_utf8 = InvalidUtf8::replace};

std::string message_of(const std::string& bytes) {
  try {
    parse_sentences(bytes, "F");
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("each non-empty line is a text and knows its line", "[sentences]") {
  const auto sentences = parse_sentences("\xEF\xBB\xBFone\r\n\n  two  \nthree", "F");
  REQUIRE(sentences.size() == 3);
  CHECK(sentences[0].text == "one");
  CHECK(sentences[1].text == "two");
  CHECK(sentences[1].line == 3);
  CHECK(sentences[2].text == "three");
}

TEST_CASE("a passage is one text", "[sentences]") {
  const auto sentences = parse_sentences("one\ntwo\r\n\nthree\n", "F", passage);
  REQUIRE(sentences.size() == 1);
  CHECK(sentences[0].text == "one two three");
}

TEST_CASE("bytes that are not UTF-8 text are refused with their place", "[sentences]") {
  CHECK(message_of("\xFF\xFEo\0"s) == "F: looks like UTF-16, expected UTF-8");
  CHECK(message_of("a\0b"s) == "F: NUL byte at offset 1, expected text");
  CHECK(message_of("good\nalso\nbad \xC0\xAF") == "F: line 3, byte 5: 0xC0 is not valid UTF-8");
  CHECK(message_of("\xED\xA0\x80") == "F: line 1, byte 1: 0xED is not valid UTF-8");
  CHECK(message_of("") == "F: no sentence found");
  CHECK(message_of(" \n\r\n") == "F: no sentence found");
}

TEST_CASE("broken parts can be replaced, each by one sign", "[sentences]") {
  const auto text = [](const std::string& bytes) {
    return parse_sentences(bytes, "F", replace).front().text;
  };
  CHECK(text("a\xC3Z") == "a\xEF\xBF\xBDZ");
  CHECK(text("\xE2\x98Z") == "\xEF\xBF\xBDZ");
  CHECK(text("\xF0\x9F\x92") == "\xEF\xBF\xBD");
  CHECK(text("\xBF\xBF") == "\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(text("\xC0\xAF") == "\xEF\xBF\xBD\xEF\xBF\xBD");
}
