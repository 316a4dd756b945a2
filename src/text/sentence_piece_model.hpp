// What a SentencePiece model file holds. The file is a protocol buffer; only the fields that decide how a
// text is split are read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

struct SentencePieceModel {
  enum class Kind { unigram = 1, bpe = 2, word = 3, character = 4 };
  enum class Type { normal = 1, unknown = 2, control = 3, user_defined = 4, unused = 5, byte = 6 };

  Kind kind = Kind::unigram;
  std::vector<std::string> pieces;
  std::vector<float> scores;
  std::vector<Type> types;
  bool falls_back_to_bytes = false;
  bool has_space_after = false;  ///< the added space stands after the text
  bool adds_space = true;
  bool removes_extra_spaces = true;
  bool escapes_spaces = true;  ///< a space is ▁ in pieces
  std::string character_map = {};
  std::string start_piece = "<s>";
  std::string end_piece = "</s>";

  Index size() const { return static_cast<Index>(pieces.size()); }
  /// The control piece of that text, or -1.
  Index control_id(std::string_view piece) const;
  /// The one piece of type unknown.
  Index unknown_id() const;
};

/// Throws: Error(input) for what is not such a file, has no pieces, two equal ones, or not one unknown piece;
/// `name` stands for the file.
SentencePieceModel read_sentence_piece_model(std::string_view bytes, const std::string& name);

}  // namespace attnscope
