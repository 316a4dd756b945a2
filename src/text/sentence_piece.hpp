// SentencePiece's own model files, read and applied by its library.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "text/added_tokens.hpp"
#include "text/plain_tokenizer.hpp"

namespace attnscope {

/// A model as its library sees it.
class SentencePieceModel {
 public:
  /// Throws: Error(input) when the library does not take the file.
  explicit SentencePieceModel(const std::filesystem::path& file);
  ~SentencePieceModel();
  SentencePieceModel(SentencePieceModel&&) noexcept;

  Index size() const;
  /// -1 where the model has none.
  Index start_id() const;
  Index end_id() const;
  Index unknown_id() const;
  std::string piece(Index id) const;
  /// Pieces, ids and spans as the library gives them; every stretch between two spaces is a word.
  std::vector<Token> encode(std::string_view text) const;
  const std::string& file_name() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct SentencePieceParts {
  SentencePieceModel model;
  std::vector<AddedToken> added_tokens = {};
  /// The model's id of a piece, where a checkpoint numbers them otherwise; null: as they are.
  std::function<Index(const Token&)> renumber = {};
  Index vocabulary_size = 0;
};

std::unique_ptr<const PlainTokenizer> make_sentence_piece(SentencePieceParts parts);

}  // namespace attnscope
