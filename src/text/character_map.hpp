// SentencePiece's compiled character map: which strings a normaliser rewrites, and into what.
//
//   u32 size of the trie in bytes · the trie, a double array of u32 · the replacements, each ended by NUL
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope {

class CharacterMap {
 public:
  /// Throws: Error(input) when the sizes do not fit or a replacement is not UTF-8; `where` names the map.
  CharacterMap(std::string_view bytes, const std::string& where);

  struct Match {
    std::size_t length = 0;  ///< bytes of the text that it covers
    std::string_view replacement;
  };
  /// The shortest and the longest string of the map that `text` begins with.
  std::optional<Match> shortest(std::string_view text) const;
  std::optional<Match> longest(std::string_view text) const;

 private:
  template <typename Take>
  void walk(std::string_view text, Take take) const;
  std::string_view replacement(std::uint32_t offset) const;

  std::vector<std::uint32_t> trie_;
  std::string replacements_;
};

/// Throws: Error(input) for what is not base64; `where` names it.
std::string decode_base64(std::string_view text, const std::string& where);

}  // namespace attnscope
