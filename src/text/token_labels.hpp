// What a picture shows of tokens, and which of them make a word.
#pragma once

#include <span>
#include <string_view>

#include "text/tokens.hpp"

namespace attnscope {

enum class PieceSpelling {
  plain,       ///< pieces are text; ▁ stands for a space, <0xE4> for a byte
  byte_level,  ///< every character of a piece stands for a byte
};

/// Sets the labels of the tokens of one text. Bytes are put together across tokens: a token that has only a
/// part of a character shows it with "…" on the side where the rest is. A space is "·", a line break "↵", a
/// tab "⇥".
void label_tokens(std::span<Token> tokens, std::string_view text, PieceSpelling spelling);

/// Splits the words that the tokenizer's rules left, given by Token::word, further where a token begins with
/// white space, and before and after a punctuation mark or Han character; numbers the words through from 0.
void number_words(std::span<Token> tokens, std::string_view text);

}  // namespace attnscope
