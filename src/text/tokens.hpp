// Tokens: what a tokenizer makes of a text, and where each came from.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

struct Token {
  std::string text;   ///< the vocabulary piece, as the vocabulary spells it
  std::string label;  ///< what a picture shows; an unknown token is labelled by its text
  Index id = 0;
  std::size_t begin =
      0;  ///< first byte in the original text; begin = end for tokens that the tokenizer added
  std::size_t end = 0;
  Index word = -1;       ///< index of the word it belongs to, -1 for added tokens
  Index segment = 0;     ///< 0, or 1 for the second text of a pair
  bool special = false;  ///< [CLS], [SEP], <s>, …
  bool unknown = false;
};

struct TokenizedText {
  std::string text;
  std::string second_text = {};  ///< of a pair; spans of segment 1 are within it
  std::vector<Token> tokens;

  Index size() const { return static_cast<Index>(tokens.size()); }
  std::vector<Index> ids() const {
    std::vector<Index> all;
    for (const Token& token : tokens) all.push_back(token.id);
    return all;
  }
  std::vector<Index> segments() const {
    std::vector<Index> all;
    for (const Token& token : tokens) all.push_back(token.segment);
    return all;
  }
};

}  // namespace attnscope
