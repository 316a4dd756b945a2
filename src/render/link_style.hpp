// How links are told apart: by source in colours, by judgement in colours and strokes.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "render/drawing.hpp"
#include "render/page_layout.hpp"

namespace attnscope {

/// What a gold standard says of a link.
enum class Judgement {
  none,    ///< nothing to compare with: the colour tells the source
  right,   ///< solid
  wrong,   ///< crossed out
  missed,  ///< in the gold standard only: dashed
};

/// A link of one word to another. The arrow points to `to`.
struct Arc {
  Index from = 0;
  Index to = 0;
  double weight = 1.0;  ///< 0 to 1: width and strength of the line
  Judgement judgement = Judgement::none;
  Index source = 0;       ///< entry of the figure's `sources`, such as one of several heads
  std::string name = {};  ///< on the line, such as a relation or a number; may be empty
};

Pen link_pen(const Arc& link, const Page& page);

/// Entries for the judgements that occur, and for the sources where links have none. standard: such as "the
/// gold tree".
std::vector<LegendEntry> link_legend(std::span<const Arc> links, const std::vector<std::string>& sources,
                                     const std::string& standard, const Page& page);

/// The arrow that ends a line at `tip`, coming from `back` pixels away: above it where negative.
void draw_arrow(Drawing& drawing, Point tip, double back, const Pen& pen);

/// The cross that strikes out a wrong link, around `centre`.
void draw_cross(Drawing& drawing, Point centre, Colour colour, const Page& page);

}  // namespace attnscope
