// The colours of the page: one set for light, one for dark.
#pragma once

#include <array>

#include "core/colour_table.hpp"
#include "render/page.hpp"

namespace attnscope {

struct PageColours {
  Colour paper;
  Colour ink;
  Colour secondary;    ///< what is there to be found, not to be seen first: 4.5:1 against the paper
  Colour line;         ///< grids, axes
  Colour hidden;       ///< cells that the pattern hides: ground
  Colour hidden_line;  ///< and hatching
  Colour not_a_number;
  std::array<Colour, 8>
      accents;  ///< told apart with any colour vision; the first is for what is wrong or matters most
};

const PageColours& page_colours(Theme theme);

}  // namespace attnscope
