// Weak links are thin and pale, strong ones thick and full.
#include "render/link_style.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace attnscope {
namespace {

Colour source_colour(Index source, const PageColours& colours) {
  // The first accent is kept for what is wrong.
  return colours.accents[1 + static_cast<std::size_t>(source) % (colours.accents.size() - 1)];
}

}  // namespace

Pen link_pen(const Arc& link, const Page& page) {
  const PageColours& colours = page_colours(page.theme);
  const double weight = std::clamp(link.weight, 0.0, 1.0);
  Pen pen{.colour = source_colour(link.source, colours),
          .width_px = page.scale * (1.0 + 2.0 * weight),
          .opacity = 0.35 + 0.65 * weight};
  switch (link.judgement) {
    case Judgement::none:
      break;
    case Judgement::right:
      pen.colour = colours.accents[1];
      break;
    case Judgement::wrong:
      pen.colour = colours.accents[0];
      break;
    case Judgement::missed:
      pen = {.colour = colours.secondary, .width_px = 1.2 * page.scale, .stroke = Pen::Stroke::dashed};
      break;
  }
  return pen;
}

std::vector<LegendEntry> link_legend(std::span<const Arc> links, const std::vector<std::string>& sources,
                                     const std::string& standard, const Page& page) {
  const PageColours& colours = page_colours(page.theme);
  const auto has = [links](Judgement judgement) {
    return std::ranges::any_of(links, [judgement](const Arc& link) { return link.judgement == judgement; });
  };
  std::vector<LegendEntry> entries;
  for (std::size_t source = 0; has(Judgement::none) && source < sources.size(); ++source) {
    entries.push_back(
        {LegendEntry::Shape::line, source_colour(static_cast<Index>(source), colours), sources[source]});
  }
  if (has(Judgement::right))
    entries.push_back({LegendEntry::Shape::line, colours.accents[1], "as in " + standard});
  if (has(Judgement::wrong)) {
    entries.push_back({LegendEntry::Shape::crossed_line, colours.accents[0], "not in " + standard});
  }
  if (has(Judgement::missed)) {
    entries.push_back({LegendEntry::Shape::dashed_line, colours.secondary, "in " + standard + " only"});
  }
  return entries;
}

void draw_arrow(Drawing& drawing, Point tip, double back, const Pen& pen) {
  const double half = 0.45 * std::abs(back) + 0.4 * pen.width_px;
  const std::array<Point, 3> head = {{tip, {tip.x - half, tip.y + back}, {tip.x + half, tip.y + back}}};
  drawing.polygon(head, pen.colour, pen.opacity);
}

void draw_cross(Drawing& drawing, Point centre, Colour colour, const Page& page) {
  const double reach = 3.5 * page.scale;
  const Pen pen{.colour = colour, .width_px = 1.8 * page.scale};
  for (const double slope : {-1.0, 1.0}) {
    const std::array<Point, 2> stroke = {
        {{centre.x - reach, centre.y - slope * reach}, {centre.x + reach, centre.y + slope * reach}}};
    drawing.line(stroke, pen);
  }
}

}  // namespace attnscope
