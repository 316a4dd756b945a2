// Unicode's normal forms, with a record of which code point came from which.
#pragma once

#include <string_view>
#include <vector>

#include "text/aligned_text.hpp"

namespace attnscope {

enum class NormalForm { nfc, nfd, nfkc, nfkd };

/// The code points of the normal form of `text`, as AlignedText::rewritten takes them. Requires: `text` is
/// well-formed.
std::vector<Rewrite> normal_form(std::string_view text, NormalForm form);

/// The same for one text whose bytes keep their spans. Plain ASCII comes back as it is.
AlignedText normalised(const AlignedText& text, NormalForm form);

}  // namespace attnscope
