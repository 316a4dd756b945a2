// The words of a tokenised text, for figures and scores that are about words.
#pragma once

#include <string>
#include <vector>

#include "text/conllu.hpp"
#include "text/tokens.hpp"

namespace attnscope::cli {

struct TextWords {
  std::vector<std::string> words;
  std::vector<char> is_joined;  ///< follows the word before it without a blank
  std::vector<Token> tokens;    ///< Token::word is the index in `words`, -1 for those around the text
  Index count() const { return static_cast<Index>(words.size()); }
};

/// As the tokenizer splits the text.
TextWords words_of_tokens(const TokenizedText& text);

/// As a treebank splits it. A word of a multiword token has its own part of the text where the words make up
/// the token ("do", "n't"); else all of its pieces are the first word's. Requires: the text is the sentence's
/// `rebuilt_text()`.
TextWords words_of_sentence(const TreebankSentence& sentence, const TokenizedText& text);

}  // namespace attnscope::cli
