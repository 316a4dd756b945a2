// Maps as text.
#include <algorithm>
#include <string>

#include "cli/preview.hpp"
#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/temporary.hpp"

using namespace attnscope;
using namespace attnscope::cli;

namespace {

using Colours = PreviewWindow::Colours;

/// Three tokens, causal: 1 / 0.5 0.5 / 0.04 0.25 0.71.
TextMaps small_text() {
  TextMaps text;
  for (const char* label : {"a", "我们", "cat"}) text.queries.tokens.push_back({.text = label, .label = label});
  Map map;
  map.weights = Matrix(3, 3);
  map.hidden = BasicMatrix<std::uint8_t>(3, 3);
  const float weights[3][3] = {{1.0F, 0.0F, 0.0F}, {0.5F, 0.5F, 0.0F}, {0.04F, 0.25F, 0.71F}};
  for (Index query = 0; query < 3; ++query) {
    for (Index key = 0; key < 3; ++key) {
      map.weights(query, key) = weights[query][key];
      map.hidden(query, key) = key > query ? 1 : 0;
    }
  }
  text.maps.push_back({std::move(map)});
  return text;
}

std::string previewed(const TextMaps& text, const PreviewWindow& window) {
  SourceInfo info;
  info.name = "test";
  const PictureContext context{.source = &info, .text = &text, .options = {}};
  return preview(context, text.maps.front(), window);
}

}  // namespace

TEST_CASE("a preview without colours has digits, with tokens on both axes", "[cli][preview]") {
  CHECK(previewed(small_text(), {.colours = Colours::none, .columns = 80}) ==
        "layer 0, head 0 · test\n"
        "         c\n"
        "       我a\n"
        "     a 们t\n"
        "   a 9 - -\n"
        "我们 5 5 -\n"
        " cat . 2 7\n"
        "     0-9: tenths of the range, . below a twentieth, - excluded; 0 to 1\n");
}

TEST_CASE("a preview in colour fills cells with the colours of the scale", "[cli][preview]") {
  const std::string full = previewed(small_text(), {.colours = Colours::full, .columns = 80, .lines = 24});
  CHECK(full.find("\n   a \x1b[48;2;") != std::string::npos);
  CHECK(full.find("\x1b[48;2;96;96;96m╱╱╱╱\x1b[0m\n") != std::string::npos);
  const std::string indexed = previewed(small_text(), {.colours = Colours::indexed, .columns = 80, .lines = 24});
  CHECK(indexed.find("\x1b[48;5;") != std::string::npos);
  CHECK(indexed.find("[48;2;") == std::string::npos);
}

TEST_CASE("a preview fits its window, by half blocks and by pooling", "[cli][preview]") {
  TextMaps text;
  for (int token = 0; token < 100; ++token) text.queries.tokens.push_back({.text = "w", .label = "w"});
  Map map;
  map.weights = Matrix(100, 100);
  map.weights(50, 7) = 1.0F;
  text.maps.push_back({std::move(map)});
  const std::string shown = previewed(text, {.colours = Colours::full, .columns = 60, .lines = 30});
  CHECK(std::count(shown.begin(), shown.end(), '\n') < 30);
  CHECK(shown.find("▀") != std::string::npos);
  CHECK(shown.find("; a cell is the largest of up to 3 × 3") != std::string::npos);  // 100 rows on 17 lines of two
  const std::string digits = previewed(text, {.colours = Colours::none, .columns = 60});
  CHECK(digits.find("; a cell is the largest of up to 2 × 2") != std::string::npos);
  CHECK(std::count(digits.begin(), digits.end(), '9') == 2);  // the largest survives, and the legend has one
}

TEST_CASE("run and render show a preview on standard output", "[cli][preview]") {
  const TemporaryFolder folder;
  const std::string out = folder.path().string();
  const ProgramResult run = run_program({"run", "-", "--preview", "-q", "-o", out}, {.text = "It fits.\n"});
  CHECK(run.exit_code == 0);
  CHECK(run.output.starts_with("layer 4, head 0: dependency · mini"));
  CHECK(run.output.find('\x1b') == std::string::npos);
  const ProgramResult render =
      run_program({"render", out + "/001/attention.json", "--preview", "-o", out, "-q", "--heads", "5:0"});
  CHECK(render.output.starts_with("layer 5, head 0: antecedent · mini"));
  const ProgramResult coloured = run_program({"run", "-", "--preview", "-q", "-o", out},
                                             {.text = "It fits.\n", .environment = {"CLICOLOR_FORCE=1", "COLORTERM=truecolor"}});
  CHECK(coloured.output.find("\x1b[48;2;") != std::string::npos);
}

TEST_CASE("escape sequences of a token never reach the terminal", "[cli][preview]") {
  TextMaps text = small_text();
  text.queries.tokens[1].label = "\x1b[2J\xC2\x9B";
  CHECK(previewed(text, {.colours = Colours::none, .columns = 80}).find('\x1b') == std::string::npos);
}
