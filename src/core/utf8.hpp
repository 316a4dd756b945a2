// UTF-8: checking, walking, and showing strings that came from a file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attnscope {

/// Offset of the first byte that does not belong to well-formed UTF-8 (no overlong forms, no surrogates, at most
/// U+10FFFF), or npos.
std::size_t find_invalid_utf8(std::string_view bytes);

/// Bytes of the maximal part at the start of `bytes` that begins like a character but is none, at least 1: what Unicode
/// replaces by one U+FFFD. Requires: find_invalid_utf8(bytes) == 0.
std::size_t broken_utf8_length(std::string_view bytes);

/// The code point at `offset`, which moves past it. Requires: offset < text.size(), text is well-formed.
char32_t next_code_point(std::string_view text, std::size_t& offset);

void append_utf8(std::string& text, char32_t code_point);

/// Text from a file made safe for a terminal, an error or a label: controls, invalid bytes and bidirectional controls
/// become visible escapes, and more than `most` characters are cut with "…".
std::string printable(std::string_view text, std::size_t most = 200);

}  // namespace attnscope
