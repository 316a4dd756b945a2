#include "export/json_writer.hpp"

#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "core/random.hpp"
#include "support/catch.hpp"

using namespace attnscope;

namespace {

std::string number_text(float number, int decimals = -1) {
  std::string text;
  append_number(text, number, {.decimals = decimals});
  return text;
}

std::string quoted(std::string_view value) {
  std::string text;
  append_quoted(text, value);
  return text;
}

}  // namespace

TEST_CASE("numbers are the shortest text that reads back as the same float", "[json]") {
  CHECK(number_text(0.1F) == "0.1");
  CHECK(number_text(1.0F) == "1");
  CHECK(number_text(0.0F) == "0");
  CHECK(number_text(1e-20F) == "1e-20");
  Random random(7);
  for (int round = 0; round < 2000; ++round) {
    const auto number = static_cast<float>(random.normal() * std::exp(8.0 * random.normal()));
    CHECK(std::stof(number_text(number)) == number);
  }
}

TEST_CASE("fixed decimals are rounded to nearest", "[json]") {
  CHECK(number_text(0.123456F, 4) == "0.1235");
  CHECK(number_text(0.99999F, 4) == "1.0000");
  CHECK(number_text(-0.5F, 1) == "-0.5");
  CHECK(number_text(12.25F, 6) == "12.250000");
  CHECK(number_text(0.0F, 9) == "0.000000000");
  CHECK(number_text(1e12F, 2) == "1e+12");
}

TEST_CASE("numbers that JSON does not have become null", "[json]") {
  CHECK(number_text(std::nanf("")) == "null");
  CHECK(number_text(std::numeric_limits<float>::infinity(), 6) == "null");
}

TEST_CASE("text is safe inside a page and is always valid UTF-8", "[json]") {
  CHECK(quoted("a\"b\\c\n") == "\"a\\\"b\\\\c\\n\"");
  CHECK(quoted("</script>") == "\"\\u003c/script\\u003e\"");
  CHECK(quoted("caf\xC3\xA9 \xE4\xB8\xAD") == "\"caf\xC3\xA9 \xE4\xB8\xAD\"");
  CHECK(quoted("\xE2\x80\xA8") == "\"\\u2028\"");
  CHECK(quoted("x\xFFy\xC3") == "\"x\xEF\xBF\xBDy\xEF\xBF\xBD\"");
}

TEST_CASE("a written document reads back as it was meant", "[json]") {
  std::string text;
  JsonWriter writer([&text](std::string_view bytes) { text += bytes; });
  Matrix matrix(2, 3);
  matrix(1, 2) = 0.25F;
  writer.begin_object();
  writer.member("name", "x");
  writer.member("count", Index{3});
  writer.member("share", 0.5);
  writer.member("is_good", true);
  writer.key("weights");
  writer.matrix(matrix, {});
  writer.key("empty");
  writer.begin_array();
  writer.end_array();
  writer.end_object();
  writer.finish();
  const auto read = nlohmann::json::parse(text);
  CHECK(read["name"] == "x");
  CHECK(read["count"] == 3);
  CHECK(read["share"] == 0.5);
  CHECK(read["is_good"] == true);
  CHECK(read["weights"][1][2] == 0.25);
  CHECK(read["empty"].empty());
}
