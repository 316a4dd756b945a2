// The tokens of a text as SentencePiece's own library splits it, spans included.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "text/added_tokens.hpp"
#include "text/plain_tokenizer.hpp"
#include "text/sentence_piece_model.hpp"

namespace attnscope {

struct SentencePieceParts {
  SentencePieceModel model;
  std::vector<AddedToken> added_tokens = {};
  /// The id of a piece, where a checkpoint numbers them otherwise; null: as the model does.
  std::function<Index(const Token&)> renumber = {};
  Index vocabulary_size = 0;
  std::string origin = {};  ///< the file, for describe() and errors
};

/// Spans are the library's: of a character that is split into bytes the last one has the whole of it, the
/// ones before are empty; a space that was put in has none. Throws: Error(input) for a broken character map.
std::unique_ptr<const PlainTokenizer> make_sentence_piece(SentencePieceParts parts);

}  // namespace attnscope
