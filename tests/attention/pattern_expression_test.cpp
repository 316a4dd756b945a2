#include "attention/pattern_expression.hpp"

#include "core/error.hpp"
#include "support/catch.hpp"
#include "support/sample_layer.hpp"

using namespace attnscope;

namespace {

/// A word a query: x where the key is allowed.
std::string drawn(std::string_view typed, Index tokens) {
  const SampleLayer sample({.tokens = tokens});
  const auto mask = parse_pattern(typed).pattern->prepare(sample.layer().head(0));
  std::string picture;
  const std::vector<float> scores(static_cast<std::size_t>(tokens));
  for (Index query = 0; query < tokens; ++query) {
    std::vector<std::uint8_t> allowed(static_cast<std::size_t>(tokens), 1);
    mask->restrict(query, scores, allowed);
    for (const std::uint8_t one : allowed) picture += one != 0 ? 'x' : '.';
    picture += ' ';
  }
  return picture;
}

std::string message_of(std::string_view typed) {
  try {
    parse_pattern(typed);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("a union allows what either side allows", "[pattern]") {
  CHECK(drawn("band:radius=0+causal", 4) == "x... xx.. xxx. xxxx ");
  CHECK(drawn("band:left=1,right=0+band:left=0,right=2", 4) == "xxx. xxxx .xxx ..xx ");
}

TEST_CASE("an intersection allows what both sides allow, and binds tighter than a union", "[pattern]") {
  CHECK(drawn("causal^band:radius=1", 4) == "x... xx.. .xx. ..xx ");
  CHECK(drawn("band:radius=0+causal^band:radius=1", 4) == "x... xx.. .xx. ..xx ");
  CHECK(drawn("(full+causal)^band:radius=0", 3) == "x.. .x. ..x ");
}

TEST_CASE("a pattern's text makes the same pattern again", "[pattern]") {
  const std::string text = parse_pattern("causal^(band+full)").text;
  CHECK(text == "causal^(band:radius=2,left=radius,right=radius+full)");
  CHECK(parse_pattern(text).text == text);
}

TEST_CASE("a broken pattern expression says where", "[pattern]") {
  CHECK(message_of("causal^") == "pattern 'causal^': at column 8: expected a pattern, found the end");
  CHECK(message_of("(causal") == "pattern '(causal': at column 8: expected ')', found the end");
  CHECK(message_of("causal)") == "pattern 'causal)': at column 7: expected '+', '^' or the end, found ')'");
  CHECK(message_of("causl") == "unknown pattern 'causl'");
}
