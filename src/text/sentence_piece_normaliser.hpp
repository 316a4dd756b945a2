// What SentencePiece does to a text before it is split: its character map, and its habits with spaces.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/added_tokens.hpp"
#include "text/character_map.hpp"
#include "text/sentence_piece_model.hpp"

namespace attnscope {

/// A rewritten text; each byte, and the end, knows the byte of the old text where its source begins.
struct SourcedText {
  std::string text;
  std::vector<std::size_t> sources;  ///< one more than bytes
};

class SentencePieceNormaliser {
 public:
  /// User-defined pieces stay as they are. All arguments must outlive it. Throws: Error(input) for a broken
  /// character map.
  SentencePieceNormaliser(const SentencePieceModel& model, const AddedTokenFinder& user_defined,
                          const std::string& name);

  SourcedText normalise(std::string_view text) const;

 private:
  /// What the start of `text` becomes, and how many bytes of it that is.
  std::pair<std::string_view, std::size_t> step(std::string_view text) const;
  void append(std::string_view piece, std::size_t source, SourcedText& result) const;

  const SentencePieceModel& model_;
  const AddedTokenFinder& user_defined_;
  CharacterMap map_;
  std::string space_;  // as pieces write it
};

}  // namespace attnscope
