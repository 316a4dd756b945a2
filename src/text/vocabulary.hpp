// Pieces and their ids, both ways.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/json_tree.hpp"
#include "core/matrix.hpp"

namespace attnscope {

class Vocabulary {
 public:
  /// {"piece": id, …}. Throws: Error(input) for an id that is no whole number, or that two pieces have.
  static Vocabulary from_json(const JsonNode& node, const std::string& where);
  /// A piece a line, ids by line. Trailing white space is cut; of equal lines the last id wins.
  static Vocabulary from_lines(std::string_view text);

  Index size() const { return static_cast<Index>(pieces_.size()); }
  std::string_view piece(Index id) const { return pieces_[static_cast<std::size_t>(id)]; }
  /// -1 where it is not in the vocabulary.
  Index find(std::string_view piece) const;
  /// Adds a piece or gives an id another one.
  void set(Index id, std::string piece);

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  std::vector<std::string> pieces_;
  std::unordered_map<std::string, Index, Hash, std::equal_to<>> ids_;
};

/// No vocabulary is larger; a file that says so is broken.
inline constexpr Index most_pieces = 1 << 22;

}  // namespace attnscope
