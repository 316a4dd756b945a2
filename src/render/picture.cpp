// Looking up pixels, and the limits on a picture's size.
#include "render/picture.hpp"

#include <cassert>
#include <string>

#include "core/error.hpp"

namespace attnscope {

Colour Picture::at(Index x, Index y) const {
  assert(x >= 0 && x < width && y >= 0 && y < height);
  const auto pixel = static_cast<std::size_t>(y * width + x);
  if (is_indexed()) return palette[pixels[pixel]];
  return {pixels[3 * pixel], pixels[3 * pixel + 1], pixels[3 * pixel + 2]};
}

void check_picture_size(Index width, Index height) {
  assert(width > 0 && height > 0);
  if (width <= longest_side_px && height <= longest_side_px && width * height <= most_pixels) return;
  throw Error(Error::Kind::usage,
              "picture: expected at most " + std::to_string(longest_side_px) + " pixels a side and " +
                  std::to_string(most_pixels / 1'000'000) + " million in all, found " +
                  std::to_string(width) + " x " + std::to_string(height),
              "use a smaller scale, fewer layers or heads, or a shorter text");
}

}  // namespace attnscope
