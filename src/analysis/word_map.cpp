#include "analysis/word_map.hpp"

#include <algorithm>
#include <string>

#include "core/error.hpp"

namespace attnscope {
namespace {

/// The pieces' values as one; `value_at(piece)` reads one.
template <typename ValueAt>
double pooled(const std::vector<Index>& pieces, WordPooling pooling, const ValueAt& value_at) {
  if (pieces.empty()) return 0.0;
  double result = value_at(pieces.front());
  if (pooling == WordPooling::first) return result;
  for (std::size_t place = 1; place < pieces.size(); ++place) {
    const double value = value_at(pieces[place]);
    result = pooling == WordPooling::largest ? std::max(result, value) : result + value;
  }
  return pooling == WordPooling::mean ? result / static_cast<double>(pieces.size()) : result;
}

}  // namespace

WordPooling parse_word_pooling(std::string_view name) {
  if (name == "sum") return WordPooling::sum;
  if (name == "mean") return WordPooling::mean;
  if (name == "first") return WordPooling::first;
  if (name == "largest") return WordPooling::largest;
  throw Error(Error::Kind::usage,
              "pooling of word pieces: expected sum, mean, first or largest, found " + std::string(name));
}

WordMapper::WordMapper(const std::vector<Token>& tokens, Index words)
    : pieces_(static_cast<std::size_t>(words + 1)) {
  for (std::size_t place = 0; place < tokens.size(); ++place) {
    const Token& token = tokens[place];
    const bool is_root = place == 0 && token.special;
    if (token.special ? !is_root : (token.word < 0 || token.word >= words)) continue;
    pieces_[static_cast<std::size_t>(is_root ? words : token.word)].push_back(static_cast<Index>(place));
  }
}

DoubleMatrix WordMapper::apply(ConstMatrixView weights, WordMapRule rule) const {
  const auto count = static_cast<Index>(pieces_.size());
  // Columns first, so that each row of the map is walked once.
  DoubleMatrix to_words(weights.rows, count);
  for (Index row = 0; row < weights.rows; ++row) {
    for (Index word = 0; word < count; ++word) {
      to_words(row, word) = pooled(pieces_[static_cast<std::size_t>(word)], rule.to, [&](Index piece) {
        return static_cast<double>(weights(row, piece));
      });
    }
  }
  DoubleMatrix result(count, count);
  for (Index from = 0; from < count; ++from) {
    for (Index to = 0; to < count; ++to) {
      result(from, to) = pooled(pieces_[static_cast<std::size_t>(from)], rule.from,
                                [&](Index piece) { return to_words(piece, to); });
    }
  }
  return result;
}

}  // namespace attnscope
