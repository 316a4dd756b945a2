// Pieces and their ids, both ways.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/json_tree.hpp"
#include "core/matrix.hpp"

namespace attnscope {

/// No vocabulary is larger; a file that says so is broken.
inline constexpr Index most_pieces = 1 << 22;

class Vocabulary {
 public:
  Vocabulary() = default;
  /// Ids by place. Of equal pieces the last id wins, as it does in the published tokenizers. Throws:
  /// Error(input) for more than `most_pieces`; `where` names the list.
  Vocabulary(std::vector<std::string> pieces, const std::string& where);
  /// {"piece": id, …}. Throws: Error(input) for an id that is no whole number, or that two pieces have.
  static Vocabulary from_json(const JsonNode& node, const std::string& where);
  /// A piece a line, ids by line. Trailing white space is cut.
  static Vocabulary from_lines(std::string_view text, const std::string& where);

  Index size() const { return static_cast<Index>(pieces_.size()); }
  /// Empty where the ids have a gap.
  std::string_view piece(Index id) const { return pieces_[static_cast<std::size_t>(id)]; }
  /// -1 where it is not in the vocabulary.
  Index find(std::string_view piece) const;
  /// Throws: Error(input) "where: 'piece' is not in the vocabulary".
  Index at(std::string_view piece, const std::string& where) const;

 private:
  std::size_t slot_of(std::string_view piece) const;
  void index_pieces(const std::vector<bool>& is_taken);

  std::vector<std::string> pieces_;
  std::vector<std::int32_t>
      slots_;  // ids by hash of their piece, -1 for free; a power of two, at most half full
};

}  // namespace attnscope
