// The tokens of a text by itself, and the tokenizer that puts a model's template around them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "text/token_labels.hpp"
#include "text/token_template.hpp"
#include "text/tokenizer.hpp"

namespace attnscope {

class PlainTokenizer {
 public:
  virtual ~PlainTokenizer() = default;
  /// Pieces, ids, spans and words as the tokenizer's own rules split them; labels are not set.
  virtual std::vector<Token> tokens_of(std::string_view text) const = 0;
  virtual Index vocabulary_size() const = 0;
  virtual std::string describe() const = 0;
};

struct TokenizerParts {
  std::unique_ptr<const PlainTokenizer> plain = {};
  std::unique_ptr<const PlainTokenizer> target =
      {};  ///< for targets of encoder-decoder models; null: as for sources
  TokenTemplate around = {};
  PieceSpelling spelling = PieceSpelling::plain;
};

std::unique_ptr<const Tokenizer> make_tokenizer(TokenizerParts parts);

}  // namespace attnscope
