// Plain words of a text, for tables of word vectors.
#pragma once

#include <string_view>

#include "text/tokens.hpp"

namespace attnscope {

/// Words between white space; each punctuation sign is a word of its own, unless it stands between letters
/// ("don't", "3.14"). Ids are 0, 1, …; word indices the same. Requires: text is well-formed UTF-8.
TokenizedText words_of(std::string_view text);

}  // namespace attnscope
