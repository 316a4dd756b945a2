// Tokens that are looked for in the text itself, before the tokenizer's other rules see it.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

struct AddedToken {
  std::string text;
  Index id = 0;
  bool is_single_word = false;  ///< only between word boundaries
  bool takes_left_space = false;
  bool takes_right_space = false;
  bool is_normalised = false;  ///< looked for after normalising, in its own normalised form
};

/// A stretch of a text: an added token, or what lies between two of them.
struct AddedTokenPart {
  std::size_t begin = 0;  // bytes
  std::size_t end = 0;
  const AddedToken* token = nullptr;  ///< null for what lies between
};

/// Finds added tokens from the left, the longest at each place.
class AddedTokenFinder {
 public:
  explicit AddedTokenFinder(std::vector<AddedToken> tokens);
  AddedTokenFinder(const AddedTokenFinder&) = delete;
  AddedTokenFinder& operator=(const AddedTokenFinder&) = delete;

  const std::vector<AddedToken>& tokens() const { return tokens_; }
  /// The whole text as parts in order, none of them empty. The parts point into the finder.
  std::vector<AddedTokenPart> parts(std::string_view text) const;
  /// Bytes of the longest token that `text` begins with, 0 when there is none. Requires: not empty.
  std::size_t length_at(std::string_view text) const;

 private:
  const AddedToken* longest_at(std::string_view text, std::size_t place) const;

  std::vector<AddedToken> tokens_;
  std::unordered_map<std::string_view, const AddedToken*> by_text_;
  std::array<std::vector<std::size_t>, 256> lengths_;  // of the tokens that begin with a byte, longest first
};

}  // namespace attnscope
