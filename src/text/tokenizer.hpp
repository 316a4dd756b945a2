// A tokenizer: text to tokens, as one model was trained with.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "text/tokens.hpp"

namespace attnscope {

/// Thread safety: const use from any thread.
class Tokenizer {
 public:
  virtual ~Tokenizer() = default;

  /// The text with the tokens that the model expects around it. Requires: text is well-formed UTF-8.
  virtual TokenizedText encode(std::string_view text) const = 0;
  /// The same for a text that an encoder-decoder model writes: some have another tokenizer for these.
  virtual TokenizedText encode_target(std::string_view text) const = 0;
  /// Two texts in the model's own template; where it has none, one after the other.
  virtual TokenizedText encode_pair(std::string_view first, std::string_view second) const = 0;
  /// Given words, each tokenised by itself; Token::word is the index in `words`. The text is the words with
  /// spaces.
  virtual TokenizedText encode_words(std::span<const std::string> words) const = 0;
  virtual Index vocabulary_size() const = 0;
  /// Kind and origin in a few words: "WordPiece of 15299 pieces, tokenizer.json".
  virtual std::string describe() const = 0;
};

/// The tokenizer of a model folder: tokenizer.json, else the older files beside it; null where there is none.
/// Throws: Error(input) for a broken file, Error(unsupported) for a part that this program does not know.
std::unique_ptr<const Tokenizer> load_tokenizer(const std::filesystem::path& model_folder);

}  // namespace attnscope
