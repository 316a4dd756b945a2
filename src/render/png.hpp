// A picture as the bytes of a PNG file.
#pragma once

#include <span>
#include <string>

#include "render/picture.hpp"

namespace attnscope {

/// One text entry of a PNG: what the picture is and which settings made it.
struct PngText {
  std::string keyword;  ///< 1 to 79 printable ASCII characters, such as "Title" or "attnscope:variant"
  std::string text;     ///< UTF-8
};

/// The bytes of a PNG: colour type 3 with the palette where the picture has one, else type 2; the text as
/// iTXt. The same picture gives the same bytes. Safe to call from several threads. Throws: Error(usage)
/// beyond the limits of check_picture_size; Error(other) when memory runs out.
std::string encode_png(const Picture& picture, std::span<const PngText> texts = {});

}  // namespace attnscope
