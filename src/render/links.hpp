// Links between words of a passage, such as from pronouns to their antecedents. They run between the lines
// and in the margins, never through letters.
#pragma once

#include <vector>

#include "render/link_style.hpp"
#include "render/passage.hpp"
#include "render/picture.hpp"

namespace attnscope {

struct LinksSpec {
  std::vector<Word> words = {};
  std::vector<Arc> links = {};
  std::vector<std::string> sources = {};  ///< for the legend
  Caption caption = {};
  Index width_px = 860;  ///< of a line at scale 1
  Page page = {};
};

/// Throws: Error(usage) when the picture would be too large.
Picture draw_links(const LinksSpec& spec);

}  // namespace attnscope
