// The fonts that pictures ask for.
#pragma once

namespace attnscope {

/// In order of preference; what they lack comes from any installed font that has it.
inline constexpr const char* preferred_font_families =
    "Noto Sans, DejaVu Sans, WenQuanYi Micro Hei, sans-serif";

}  // namespace attnscope
