// The page: whole in itself, closed to what the input says, and true to the numbers.
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/base64.hpp"
#include "core/random.hpp"
#include "core/sha256.hpp"
#include "export/report_page.hpp"
#include "support/catch.hpp"
#include "text/character_map.hpp"

using namespace attnscope;

namespace {

TokenizedText text_of(const std::vector<std::string>& labels) {
  TokenizedText text;
  for (const std::string& label : labels) {
    text.tokens.push_back({.text = label, .label = label, .word = static_cast<Index>(text.tokens.size())});
  }
  return text;
}

Map map_of_size(Index size) {
  Map map;
  map.weights = Matrix(size, size);
  Index step = 0;
  for (float& weight : map.weights.numbers()) weight = static_cast<float>(++step % 97) / 97.0F;
  return map;
}

std::string page_of(const PageText& text) {
  std::string page;
  ReportPage writer({}, [&page](std::string_view bytes) { page += bytes; });
  writer.add(text);
  writer.finish();
  return page;
}

std::string between(const std::string& page, std::string_view open, std::string_view close) {
  const std::size_t begin = page.find(open);
  REQUIRE(begin != std::string::npos);
  const std::size_t end = page.find(close, begin + open.size());
  REQUIRE(end != std::string::npos);
  return page.substr(begin + open.size(), end - begin - open.size());
}

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t place = 0; (place = text.find(part, place)) != std::string_view::npos; ++place) ++count;
  return count;
}

nlohmann::json data_of(const std::string& page) {
  return nlohmann::json::parse(between(page, R"(<script type="application/json" id="data">)", "</script>"));
}

/// As the page's own script reads them.
std::vector<double> decode(const std::string& bytes, double least, double most) {
  std::vector<double> values;
  for (std::size_t place = 0; place < bytes.size(); place += 2) {
    const int code = static_cast<unsigned char>(bytes[place]) + 256 * static_cast<unsigned char>(bytes[place + 1]);
    values.push_back(code == 65535   ? std::numeric_limits<double>::infinity()
                     : code == 65534 ? std::numeric_limits<double>::quiet_NaN()
                                     : least + code / 65533.0 * (most - least));
  }
  return values;
}

std::vector<double> decoded(const Map& map, Index most_cells = 512) {
  const PackedMap packed = pack_map(map, most_cells);
  return decode({packed.bytes.begin(), packed.bytes.end()}, packed.least, packed.most);
}

const std::vector<std::string> hostile{"</script><img src=x onerror=alert(1)>",
                                       "<!--<script>",
                                       "\"><svg onload=alert(2)>",
                                       "&lt;b&gt;",
                                       "line\xE2\x80\xA8separator\xE2\x80\xA9",
                                       "{{script}} {{data}}",
                                       "\\u003c/script\\u003e ' \" \\"};

}  // namespace

TEST_CASE("what the input says cannot become markup or script", "[export][report]") {
  const TokenizedText tokens = text_of(hostile);
  const Map map = map_of_size(tokens.size());
  const PageText text{.name = hostile[0],
                      .model = {{hostile[1], hostile[2]}},
                      .recipe = {{hostile[0], hostile[1]}},
                      .source = hostile[0],
                      .text = hostile[0] + hostile[4],
                      .maps = {{.map = &map, .queries = &tokens, .keys = &tokens, .role = hostile[0], .note = hostile[1]}}};
  const std::string page = page_of(text);
  const std::string data = between(page, R"(id="data">)", "</script>");
  for (const std::string_view sign : {"<", ">", "&", "\xE2\x80\xA8", "\xE2\x80\xA9"}) {
    CAPTURE(sign);
    CHECK(data.find(sign) == std::string::npos);
  }
  CHECK(count_of(page, "<script") == 2);
  CHECK(count_of(page, "</script") == 2);
  CHECK(page.find("onerror=alert") > page.find(R"(id="data">)"));
  const nlohmann::json shown = data_of(page)["texts"][0];
  CHECK(shown["tokens"][0]["labels"] == nlohmann::json(hostile));
  CHECK(shown["name"] == hostile[0]);
  CHECK(shown["maps"][0]["note"] == hostile[1]);
}

TEST_CASE("the policy allows the page's own script and style by their hashes, and nothing else", "[export][report]") {
  const std::string page = page_of({.name = "empty", .model = {}, .recipe = {}, .source = {}, .text = {}, .maps = {}});
  const auto hash = [](const std::string& content) { return "'sha256-" + encode_base64(sha256(content)) + "'"; };
  const std::string policy = between(page, R"(<meta http-equiv="Content-Security-Policy" content=")", "\"");
  CHECK(policy == "default-src 'none'; script-src " + hash(between(page, R"(<script type="module">)", "</script>")) +
                      "; style-src " + hash(between(page, "<style>", "</style>")) +
                      "; img-src data:; base-uri 'none'; form-action 'none'");
  CHECK(count_of(page, "http://") == count_of(page, R"(xmlns="http://www.w3.org/2000/svg")"));  // a name, not an address
  CHECK(page.find("https://") == std::string::npos);
  const std::string markup = page.substr(0, page.find("<script type=\"module\">"));
  CHECK(markup.find(" style=\"") == std::string::npos);
  CHECK(page.find("innerHTML") == std::string::npos);
  for (const char* marker : {"{{policy}}", "{{style}}", "{{script}}", "{{data}}"}) CHECK(page.find(marker) == std::string::npos);
  CHECK(page.find("charset=\"utf-8\"") < page.find("Content-Security-Policy"));
}

TEST_CASE("weights come back within a ten-thousandth of the largest", "[export][report]") {
  Map map = map_of_size(40);
  SECTION("of one sign") {}
  SECTION("of both signs") {
    for (float& weight : map.weights.numbers()) weight = 3.0F * weight - 2.0F;
  }
  SECTION("very small") {
    for (float& weight : map.weights.numbers()) weight *= 1e-30F;
  }
  double largest = 0.0;
  for (const float weight : map.weights.numbers()) largest = std::max(largest, std::abs(static_cast<double>(weight)));
  const std::vector<double> values = decoded(map);
  REQUIRE(values.size() == 1600);
  for (std::size_t place = 0; place < values.size(); ++place) {
    CAPTURE(place);
    REQUIRE(std::abs(values[place] - static_cast<double>(map.weights.numbers()[place])) < 1e-4 * largest);
  }
}

TEST_CASE("excluded pairs and numbers that are not finite stay told apart from zero", "[export][report]") {
  Map map;
  map.weights = Matrix(2, 2);
  map.weights(0, 0) = 1.0F;
  map.weights(1, 0) = std::numeric_limits<float>::quiet_NaN();
  map.hidden = BasicMatrix<std::uint8_t>(2, 2);
  map.hidden(0, 1) = 1;
  const std::vector<double> values = decoded(map);
  CHECK(values[0] == 1.0);
  CHECK(std::isinf(values[1]));
  CHECK(std::isnan(values[2]));
  CHECK(values[3] == 0.0);
}

TEST_CASE("long texts are pooled by mean over the pairs that may meet", "[export][report]") {
  Map map;
  map.weights = Matrix(4, 4);
  map.hidden = BasicMatrix<std::uint8_t>(4, 4);
  for (Index query = 0; query < 4; ++query) {
    for (Index key = 0; key < 4; ++key) {
      map.hidden(query, key) = key > query ? 1 : 0;
      map.weights(query, key) = key > query ? 0.0F : 1.0F / static_cast<float>(query + 1);
    }
  }
  const std::vector<double> values = decoded(map, 2);
  REQUIRE(values.size() == 4);
  CHECK(values[0] == Approx(2.0 / 3.0).margin(1e-5));   // 1, 1/2, 1/2
  CHECK(std::isinf(values[1]));
  CHECK(values[2] == Approx(7.0 / 24.0).margin(1e-5));  // 1/3, 1/3, 1/4, 1/4
  CHECK(values[3] == Approx(5.0 / 18.0).margin(1e-5));  // 1/3, 1/4, 1/4
}

TEST_CASE("twelve layers of twelve heads on 128 tokens take less than 7 MB", "[export][report]") {
  const TokenizedText tokens = text_of(std::vector<std::string>(128, "token"));
  const Map map = map_of_size(128);
  PageText text{.name = "large", .model = {}, .recipe = {}, .source = {}, .text = {}, .layers = 12, .heads = 12, .maps = {}};
  for (int head = 0; head < 144; ++head) text.maps.push_back({.map = &map, .queries = &tokens, .keys = &tokens});
  CHECK(page_of(text).size() < 7000000);
}

TEST_CASE("tokens are told apart by kind", "[export][report]") {
  TokenizedText tokens = text_of({"[CLS]", "suit", "##case", "·,", "…"});
  tokens.tokens[0].special = true;
  tokens.tokens[2].word = 1;
  const Map map = map_of_size(5);
  const std::string page = page_of({.name = "x", .model = {}, .recipe = {}, .source = {}, .text = {},
                                    .maps = {{.map = &map, .queries = &tokens, .keys = &tokens}}});
  CHECK(data_of(page)["texts"][0]["tokens"][0]["kinds"] ==
        nlohmann::json({"special", "word", "piece", "punctuation", "punctuation"}));
}
