// A passage whose words are shaded by a weight, such as the attention that each receives.
#pragma once

#include <vector>

#include "render/colour_scale.hpp"
#include "render/passage.hpp"
#include "render/picture.hpp"

namespace attnscope {

struct ShadedTextSpec {
  std::vector<Word> words = {};
  std::vector<float> weights = {};  ///< one for each word; not-a-number leaves a word without shade
  ColourScale colours = {.range = ColourScale::Range::largest};
  Caption caption = {};
  std::string value_name = "weight";
  Index width_px = 760;  ///< of a line at scale 1
  Page page = {};
};

/// Throws: Error(usage) when the picture would be too large.
Picture draw_shaded_text(const ShadedTextSpec& spec);

}  // namespace attnscope
