// Tokens: what a tokenizer makes of a text, and where each came from.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

struct Token {
  std::string text = {};   ///< the vocabulary piece, as the vocabulary spells it
  std::string label = {};  ///< what a picture shows: see text/token_labels.hpp
  Index id = 0;
  /// Bytes of the original text; a token that holds a part of a character has the whole of it. 0, 0 for
  /// tokens that the tokenizer put around the text.
  std::size_t begin = 0;
  std::size_t end = 0;
  /// The word that it belongs to, -1 for tokens around the text. Words are what the tokenizer's own rules
  /// split the text into, split further where a token begins with white space and around punctuation marks
  /// and Han characters.
  Index word = -1;
  Index segment = 0;     ///< as the model's template says: usually 0, and 1 for the second text of a pair
  bool special = false;  ///< put around the text: [CLS], [SEP], <s>, …
  bool unknown = false;
};

struct TokenizedText {
  std::string text;
  std::string second_text = {};  ///< of a pair
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
