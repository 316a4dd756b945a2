// Lines of words, lanes of links, and the axes of plots.
#include "render/passage.hpp"

#include "render/arcs.hpp"
#include "render/fonts.hpp"
#include "render/lanes.hpp"
#include "render/links.hpp"
#include "render/plot_axis.hpp"
#include "render/pooled_map.hpp"
#include "support/catch.hpp"

namespace attnscope {
namespace {

std::vector<Word> words_of(std::initializer_list<const char*> texts) {
  std::vector<Word> words;
  for (const char* text : texts) words.push_back({{text}});
  return words;
}

std::vector<std::string> tick_texts(const PlotAxis& axis, const std::vector<double>& values) {
  std::vector<std::string> texts;
  for (const Tick& tick : AxisScale(axis, values).ticks(6)) texts.push_back(tick.text);
  return texts;
}

}  // namespace

TEST_CASE("lines break between words and start at the left", "[render][passage]") {
  const PassageLayout layout(words_of({"one", "two", "three", "four", "five", "six"}), {.width_px = 120});
  CHECK(layout.lines >= 2);
  CHECK(layout.width <= 120);
  for (const PlacedWord& word : layout.words) CHECK(word.x + word.width <= 120);
  CHECK(layout.words.front().x == 0);
}

TEST_CASE("right-to-left words start at the right", "[render][passage]") {
  const PassageLayout layout(words_of({"ذهب", "الولد", "إلى", "المدرسة"}), {});
  CHECK(layout.lines == 1);
  CHECK(layout.words[0].x > layout.words[1].x);
  CHECK(layout.words[0].x + layout.words[0].width == layout.width);
  CHECK(layout.words[3].x == 0);
}

TEST_CASE("a joined word follows without a blank", "[render][passage]") {
  std::vector<Word> words = words_of({"food", "."});
  const Index apart = PassageLayout(words, {}).words[1].x;
  words[1].is_joined = true;
  const PassageLayout joined(words, {});
  CHECK(joined.words[1].x == joined.words[0].width);
  CHECK(apart == joined.words[1].x + 5);
}

TEST_CASE("overlapping intervals have lanes of their own, the enclosing one above", "[render][lanes]") {
  const std::vector<Interval> intervals = {{0, 10}, {2, 4}, {6, 8}, {9, 12}, {12, 15}};
  const std::vector<Index> lanes = assign_lanes(intervals);
  CHECK(lanes == std::vector<Index>{1, 0, 0, 0, 0});
  CHECK(lane_count(lanes) == 2);
  CHECK(assign_lanes(std::vector<Interval>{{0, 5}, {4, 9}, {3, 6}}) == std::vector<Index>{1, 2, 0});
  CHECK(lane_count({}) == 0);
}

TEST_CASE("a sentence too long for a line goes on below, with its arcs", "[render][arcs]") {
  ArcsSpec spec{.words = words_of({"one", "two", "three", "four", "five", "six", "seven", "eight"})};
  spec.arcs = {{0, 7, 0.9}, {3, 2, 0.4}};
  const Picture whole = draw_arcs(spec);
  spec.width_px = 150;
  const Picture broken = draw_arcs(spec);
  CHECK(broken.width < whole.width);
  CHECK(broken.height > whole.height);
}

TEST_CASE("a link to an earlier line makes room between the lines and in the margin", "[render][links]") {
  LinksSpec spec{.words = words_of({"Sarah", "went", "home", "and", "then", "she", "slept"}),
                 .width_px = 110};
  const Picture bare = draw_links(spec);
  spec.links = {{5, 0, 0.9}};
  const Picture linked = draw_links(spec);
  CHECK(linked.height > bare.height);
}

TEST_CASE("a linear axis starts at zero where values come near it", "[render][plot]") {
  CHECK(tick_texts({}, {1.0, 10.0}) == std::vector<std::string>{"0", "2", "4", "6", "8", "10"});
  CHECK(AxisScale({}, {0.0, 10.0}).position(0.0) == 0.0);
  CHECK(AxisScale({}, {100.0, 110.0}).position(100.0) > 0.0);
}

TEST_CASE("a logarithmic axis ticks at powers of ten and holds no zero", "[render][plot]") {
  const PlotAxis axis{.spacing = PlotAxis::Spacing::logarithmic};
  CHECK(tick_texts(axis, {0.1, 1000.0}) == std::vector<std::string>{"0.1", "1", "10", "100", "1000"});
  CHECK(tick_texts(axis, {128.0, 512.0}) == std::vector<std::string>{"200", "500"});
  CHECK_FALSE(AxisScale(axis, {1.0}).holds(0.0));
}

TEST_CASE("pooling keeps the value of largest size and hides what is hidden whole", "[render][pooled]") {
  Matrix values(3, 4);
  values(0, 1) = -0.9F;
  values(1, 0) = 0.5F;
  values(2, 3) = 0.25F;
  std::vector<std::uint8_t> hidden(12, 0);
  for (const std::size_t cell : {2U, 3U, 6U, 7U}) hidden[cell] = 1;
  const PooledMap pooled({values.view(), hidden}, 2);
  const MaskedValues view = pooled.view();
  CHECK(view.values.rows == 2);
  CHECK(view.values.cols == 2);
  CHECK(view.values(0, 0) == -0.9F);
  CHECK(view.values(1, 1) == 0.25F);
  CHECK(view.is_hidden(0, 1));
  CHECK_FALSE(view.is_hidden(1, 1));
}

TEST_CASE("Latin is drawn by some font, and the answer names it", "[render][fonts]") {
  const std::vector<ScriptFont> fonts = script_fonts();
  CHECK(fonts.front().script == "Latin");
  CHECK_FALSE(fonts.front().family.empty());
}

}  // namespace attnscope
