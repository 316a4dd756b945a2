// The three steps inside a tokenizer: normalise the text, split it into words, split words into pieces.
#pragma once

#include <string_view>
#include <vector>

#include "text/aligned_text.hpp"
#include "text/part_registry.hpp"

namespace attnscope {

/// Rewrites the text before anything is split.
class TextNormaliser {
 public:
  static constexpr std::string_view kind = "normalizer";
  virtual ~TextNormaliser() = default;
  virtual AlignedText normalise(const AlignedText& text) const = 0;
};

/// Splits text into words; what belongs to no word, such as spaces, is dropped.
class PreTokenizer {
 public:
  static constexpr std::string_view kind = "pre_tokenizer";
  virtual ~PreTokenizer() = default;
  virtual std::vector<AlignedText> split(const AlignedText& text) const = 0;
};

/// A piece of a word: its id and which bytes of the word it covers.
struct Piece {
  Index id = 0;
  std::size_t first = 0;
  std::size_t count = 0;
  bool is_unknown = false;
};

/// Splits words into pieces of a vocabulary.
class PieceModel {
 public:
  static constexpr std::string_view kind = "model";
  virtual ~PieceModel() = default;
  virtual std::vector<Piece> split(std::string_view word) const = 0;
  /// Ids are below this.
  virtual Index vocabulary_size() const = 0;
  /// The piece of an id, as the vocabulary spells it; empty where the vocabulary has a gap.
  virtual std::string_view piece(Index id) const = 0;
  /// -1 where the vocabulary does not have it.
  virtual Index find(std::string_view piece) const = 0;
  /// "WordPiece of 15299 pieces"
  virtual std::string describe() const = 0;
};

}  // namespace attnscope
