// Words in a row with arcs above them: who attends to whom, and whether a gold tree agrees.
#pragma once

#include <vector>

#include "render/link_style.hpp"
#include "render/passage.hpp"
#include "render/picture.hpp"

namespace attnscope {

struct ArcsSpec {
  std::vector<Word> words = {};
  /// From a word to itself: a root, which comes from above. Missed ones lie below the words.
  std::vector<Arc> arcs = {};
  std::vector<std::string> sources = {};  ///< for the legend, where arcs without judgement differ by source
  Caption caption = {};
  /// Of a line at scale 1; longer sentences are broken, and their arcs go on at the margin.
  Index width_px = 1180;
  Page page = {};
};

/// Throws: Error(usage) when the picture would be too large.
Picture draw_arcs(const ArcsSpec& spec);

}  // namespace attnscope
