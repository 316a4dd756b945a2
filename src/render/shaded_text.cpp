// Each word stands on a panel of its weight's colour; joined words share an edge.
#include "render/shaded_text.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "render/cells.hpp"
#include "render/figure.hpp"

namespace attnscope {
namespace {

constexpr double text_size = 16.0;

}  // namespace

Picture draw_shaded_text(const ShadedTextSpec& spec) {
  assert(!spec.words.empty() && spec.words.size() == spec.weights.size());
  const Measures measures(spec.page);
  const PageColours& colours = page_colours(spec.page.theme);
  const MaskedValues weights{{spec.weights.data(), 1, static_cast<Index>(spec.weights.size())}};
  const Colouring colouring(spec.colours, spec.page.theme, {&weights, 1});
  const PassageLayout words(spec.words, {.size_px = text_size * spec.page.scale,
                                         .width_px = measures.px(static_cast<double>(spec.width_px)),
                                         .blank_px = measures.px(8)});
  const Index line_height = words.ascent + words.descent + measures.px(8);
  const ColourStripLayout strip(colouring, spec.value_name, spec.page);
  const CaptionLayout caption(spec.caption, spec.page, std::max(words.width, strip.width()));
  const Index above = caption.height_above() + (caption.height_above() > 0 ? measures.px(14) : 0);
  const Index top = measures.margin + above;
  const Index strip_y = top + words.lines * line_height + measures.px(12);
  const Index below_y = strip_y + strip.height() + measures.px(12);

  Canvas canvas(caption.width() + 2 * measures.margin, below_y + caption.height_below() + measures.margin,
                colours);
  const CellPainter painter(canvas, colouring, colours);
  const auto left_of = [&](const PlacedWord& word) { return measures.margin + word.x; };
  const auto top_of = [&](const PlacedWord& word) { return top + word.line * line_height; };
  for (std::size_t index = 0; index < spec.words.size(); ++index) {
    if (std::isnan(spec.weights[index])) continue;
    const PlacedWord& word = words.words[index];
    const bool joins_next = index + 1 < spec.words.size() && spec.words[index + 1].is_joined;
    // Between joined words the panels meet; the side that is joined depends on the direction of the text.
    const bool runs_right = !joins_next || words.words[index + 1].x >= word.x;
    const Index before = spec.words[index].is_joined ? 0 : measures.px(3);
    const Index after = joins_next ? 0 : measures.px(3);
    const Index left = left_of(word) - (runs_right ? before : after);
    canvas.fill({left, top_of(word), word.width + before + after, line_height - measures.px(3)},
                painter.colour_of(spec.weights[index]));
  }
  const bool is_dark = spec.page.theme == Theme::dark;
  for (std::size_t index = 0; index < spec.words.size(); ++index) {
    Colour ink = colours.secondary;
    if (!std::isnan(spec.weights[index])) {
      const bool takes_dark_ink = luminance(painter.colour_of(spec.weights[index])) > 0.3;
      ink = takes_dark_ink == is_dark ? colours.paper : colours.ink;
    }
    const PlacedWord& word = words.words[index];
    canvas.draw(word.sprite, left_of(word), top_of(word) + measures.px(2) + words.ascent, ink);
  }
  strip.draw(canvas, measures.margin, strip_y, painter.levels());
  caption.draw(canvas, measures.margin, measures.margin, below_y);
  return std::move(canvas).finish();
}

namespace {

Picture example(const Page& page) {
  ShadedTextSpec spec{.weights = {0.1F, 0.9F, 0.4F, 0.2F}, .page = page};
  for (const char* word : {"a", "wonderful", "little", "film"}) spec.words.push_back({{word}});
  spec.caption = {.title = "Attention received"};
  return draw_shaded_text(spec);
}

const Registered<Figure> registered{
    {{.name = "shaded-text",
      .summary = "words shaded by a weight",
      .paper = "Lin and others 2017, A structured self-attentive sentence embedding"},
     [](const Settings&) { return std::make_unique<const Figure>(example); }}};

}  // namespace
}  // namespace attnscope
