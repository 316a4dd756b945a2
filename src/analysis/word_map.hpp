// From attention between tokens to attention between words.
#pragma once

#include <string_view>
#include <vector>

#include "core/matrix.hpp"
#include "text/tokens.hpp"

namespace attnscope {

/// How the pieces of a split word become one.
enum class WordPooling { sum, mean, first, largest };

/// "sum", "mean", "first", "largest". Throws: Error(usage) for another word.
WordPooling parse_word_pooling(std::string_view name);

/// Clark et al. 2019: attention to a split word is the sum over its pieces, attention from it the mean over
/// them; a row that summed to one still does.
struct WordMapRule {
  WordPooling to = WordPooling::sum;
  WordPooling from = WordPooling::mean;
};

/// Which tokens each word is made of; found once for a text and used for all of its maps.
class WordMapper {
 public:
  /// words: how many there are; Token::word is below it. The first token, if it is special, stands for the
  /// root ([CLS], <s>); other special tokens belong to no word and are left out.
  WordMapper(const std::vector<Token>& tokens, Index words);

  Index words() const { return static_cast<Index>(pieces_.size()) - 1; }
  /// [words + 1 x words + 1]: the last row and column are the root's, zero where the text has no such token.
  /// weights: [tokens x tokens]
  DoubleMatrix apply(ConstMatrixView weights, WordMapRule rule) const;

 private:
  std::vector<std::vector<Index>> pieces_;  ///< of each word, then of the root
};

}  // namespace attnscope
