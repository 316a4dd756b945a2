// WordPiece, made from its parts: for files other than tokenizer.json.
#pragma once

#include <memory>
#include <string>

#include "text/parts.hpp"
#include "text/vocabulary.hpp"

namespace attnscope {

struct WordPieceParts {
  Vocabulary vocabulary;
  Index unknown = 0;
  std::string prefix = "##";  ///< before the pieces that continue a word
  std::string start = {};     ///< before the piece that starts it
  Index most_characters = 100;
};

std::unique_ptr<const PieceModel> make_word_piece(WordPieceParts parts);

}  // namespace attnscope
