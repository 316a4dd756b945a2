#include "text/token_labels.hpp"

#include <string>
#include <vector>

#include "core/utf8.hpp"
#include "text/byte_alphabet.hpp"
#include "text/unicode.hpp"

namespace attnscope {
namespace {

bool continues(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// The byte that "<0xE4>" stands for, or -1.
int byte_of_piece(std::string_view piece) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  if (piece.size() != 6 || !piece.starts_with("<0x") || piece[5] != '>') return -1;
  const std::size_t high = digits.find(piece[3]);
  const std::size_t low = digits.find(piece[4]);
  return high == std::string_view::npos || low == std::string_view::npos ? -1
                                                                         : static_cast<int>(high * 16 + low);
}

std::string with_spaces(std::string_view piece) {
  constexpr std::string_view sign = "▁";
  std::string result;
  while (!piece.empty()) {
    const bool is_sign = piece.starts_with(sign);
    result += is_sign ? ' ' : piece.front();
    piece.remove_prefix(is_sign ? sign.size() : 1);
  }
  return result;
}

/// The text that a token spells, as bytes that may be a part of a character.
std::string bytes_of(const Token& token, std::string_view text, PieceSpelling spelling) {
  if (token.unknown && token.end > token.begin)
    return std::string(text.substr(token.begin, token.end - token.begin));
  if (spelling == PieceSpelling::byte_level) return bytes_of_spelling(token.text);
  if (const int byte = byte_of_piece(token.text); byte >= 0) {
    return {static_cast<char>(static_cast<unsigned char>(byte))};
  }
  return with_spaces(token.text);
}

std::string visible(std::string_view text) {
  std::string result;
  for (const char byte : text) {
    if (byte == ' ')
      result += "·";
    else if (byte == '\n')
      result += "↵";
    else if (byte == '\t')
      result += "⇥";
    else
      result += byte;
  }
  constexpr std::size_t most_characters = 1000;
  return printable(result, most_characters);
}

struct Character {
  bool is_apart = false;  // a punctuation mark or a Han character
  bool is_space = false;
};

Character character(std::string_view text, std::size_t place) {
  const char32_t point = next_code_point(text, place);
  return {.is_apart = is_punctuation(point) || is_bert_han(point), .is_space = is_white_space(point)};
}

bool has_space(std::string_view text) {
  for (std::size_t place = 0; place < text.size();) {
    if (is_white_space(next_code_point(text, place))) return true;
  }
  return false;
}

bool starts_word(const Token& before, const Token& token, std::string_view text) {
  if (token.word != before.word) return true;
  if (token.begin < before.end || token.end == token.begin) return false;  // the rest of a character
  if (has_space(text.substr(before.end, token.begin - before.end))) return true;
  const Character first = character(text, token.begin);
  if (first.is_apart || first.is_space || before.end == before.begin) return first.is_apart || first.is_space;
  std::size_t last = before.end - 1;
  while (last > before.begin && continues(text[last])) --last;
  return character(text, last).is_apart;
}

}  // namespace

void label_tokens(std::span<Token> tokens, std::string_view text, PieceSpelling spelling) {
  std::string all;
  std::vector<std::size_t> ends;
  for (const Token& token : tokens) {
    all += bytes_of(token, text, spelling);
    ends.push_back(all.size());
  }
  for (std::size_t index = 0; index < tokens.size(); ++index) {
    const std::size_t begin = index == 0 ? 0 : ends[index - 1];
    const std::size_t end = ends[index];
    std::size_t first = begin;
    std::size_t last = end;
    while (first > 0 && first < all.size() && continues(all[first])) --first;
    while (last > 0 && last < all.size() && continues(all[last])) ++last;
    const std::string_view whole = std::string_view(all).substr(first, last - first);
    if (whole.empty() || find_invalid_utf8(whole) != std::string_view::npos) {
      tokens[index].label = visible(tokens[index].text);
    } else {
      tokens[index].label = (first < begin ? "…" : "") + visible(whole) + (last > end ? "…" : "");
    }
  }
}

void number_words(std::span<Token> tokens, std::string_view text) {
  Index word = -1;
  Token before;
  for (Token& token : tokens) {
    if (word < 0 || starts_word(before, token, text)) ++word;
    before = {.text = {}, .begin = token.begin, .end = token.end, .word = token.word};
    token.word = word;
  }
}

}  // namespace attnscope
