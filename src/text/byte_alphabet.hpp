// The byte-level alphabet: every byte as a visible character, so that any text can be spelled.
#pragma once

#include <string>
#include <string_view>

#include "text/aligned_text.hpp"

namespace attnscope {

/// Printable bytes (21-7E, A1-AC, AE-FF) stand for themselves, the other 68 for U+0100 and on.
char32_t character_of_byte(unsigned char byte);

/// The byte that a character stands for, or -1.
int byte_of_character(char32_t character);

/// Every byte of the text as its character.
AlignedText spelled_in_bytes(const AlignedText& text);

/// The bytes that a piece spells; characters outside of the alphabet stay as they are.
std::string bytes_of_spelling(std::string_view piece);

}  // namespace attnscope
