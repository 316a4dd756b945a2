// A map as text: coloured half blocks for a terminal, digits for logs, plain terminals and screen readers.
#pragma once

#include <string>

#include "cli/map_pictures.hpp"
#include "cli/terminal.hpp"

namespace attnscope::cli {

/// What a preview is made for.
struct PreviewWindow {
  enum class Colours { none, indexed, full };  ///< digits, 256 colours, true colour
  Colours colours = Colours::none;
  Index columns = 80;
  Index lines = 0;  ///< 0: as many as it takes
};

/// Of standard output: its size, and colours as TERM, COLORTERM, NO_COLOR and CLICOLOR_FORCE say. What is not a
/// terminal gets 100 columns (or COLUMNS) and as many lines as it takes.
PreviewWindow preview_window(const Terminal& terminal);

/// A title, the map with tokens on both axes, and its scale. Where the window is too small for a row and column each,
/// a cell stands for several and shows the largest of them, and the preview says so.
std::string preview(const PictureContext& context, const SourcedMap& map, const PreviewWindow& window);

}  // namespace attnscope::cli
