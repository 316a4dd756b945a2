// Questions about code points, answered by Unicode 15 (utf8proc).
#pragma once

#include <string>

namespace attnscope {

/// The White_Space property.
bool is_white_space(char32_t point);
/// General category Cc, Cf or Co, except tab and line breaks: what BERT's clean-up removes.
bool is_control(char32_t point);
/// General category P*, or any other printable ASCII sign that is no letter, digit or space: BERT's
/// punctuation.
bool is_punctuation(char32_t point);
/// General category Mn: accents and other marks that take no room of their own.
bool is_nonspacing_mark(char32_t point);
/// The blocks of Han characters that BERT knows.
bool is_bert_han(char32_t point);
char32_t to_lower(char32_t point);
/// Canonical decomposition of one code point, without reordering across characters.
std::u32string decompose(char32_t point);

}  // namespace attnscope
