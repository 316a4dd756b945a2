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
/// General category M*.
bool is_mark(char32_t point);
/// General category L*.
bool is_letter(char32_t point);
/// General category N*.
bool is_number(char32_t point);
/// \w of Unicode's regular expressions: alphabetic, marks, decimal digits, connectors, joiners.
bool is_word_character(char32_t point);
/// The blocks of Han characters that BERT knows.
bool is_bert_han(char32_t point);
/// Usually one code point; U+0130 has two.
std::u32string to_lower(char32_t point);

}  // namespace attnscope
