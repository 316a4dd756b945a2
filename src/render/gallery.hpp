// Many small maps with a name each: the members of a family at one look.
#pragma once

#include <string>
#include <vector>

#include "render/colour_scale.hpp"
#include "render/picture.hpp"

namespace attnscope {

struct GalleryMap {
  std::string name = {};
  MaskedValues map = {};
  bool has_signs = false;  ///< drawn in diverging colours
};

struct GallerySpec {
  std::vector<GalleryMap> maps = {};  ///< at least one
  Index columns = 8;                  ///< maps side by side; fewer where there are not as many
  Caption caption = {};
  Page page = {};
};

/// Each map fills the colours with its own largest weight (by size), so that shapes compare, not sizes.
/// Throws: Error(usage) when the picture would be too large.
Picture draw_gallery(const GallerySpec& spec);

}  // namespace attnscope
