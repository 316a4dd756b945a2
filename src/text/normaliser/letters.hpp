// Rewriting a text code point by code point: what several normalisers do.
#pragma once

#include "text/aligned_text.hpp"

namespace attnscope {

/// Without the code points for which `drops` is true.
AlignedText without(const AlignedText& text, bool (*drops)(char32_t));

AlignedText lower_cased(const AlignedText& text);

}  // namespace attnscope
