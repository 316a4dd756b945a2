#include "text/piece_model/scored_pairs.hpp"

#include <queue>
#include <utility>

#include "core/utf8.hpp"
#include "text/piece_model/byte_pairs.hpp"

namespace attnscope {
namespace {

/// A stretch of the word in the making, in a doubly linked list; -1 ends it.
struct Symbol {
  std::size_t first = 0;
  std::size_t count = 0;
  Index previous = -1;
  Index next = -1;
};

/// Two neighbours that the vocabulary has as one. The one that is due first is the greatest.
struct Candidate {
  float score = 0.0F;
  Index left = 0;
  std::size_t count = 0;  // bytes of both when it was noted
  bool operator<(const Candidate& other) const {
    return score != other.score ? score < other.score : left > other.left;
  }
};

class ScoredPairs final : public PieceModel {
 public:
  explicit ScoredPairs(ScoredPairParts parts) : parts_(std::move(parts)) {}

  std::vector<Piece> split(std::string_view word) const override {
    std::vector<Symbol> symbols = characters_of(word);
    merge(word, symbols);
    std::vector<Piece> pieces;
    for (Index place = symbols.empty() ? -1 : 0; place >= 0; place = at(symbols, place).next) {
      add_piece(word, at(symbols, place), pieces);
    }
    return pieces;
  }

  Index vocabulary_size() const override { return parts_.vocabulary.size(); }
  std::string_view piece(Index id) const override { return parts_.vocabulary.piece(id); }
  Index find(std::string_view piece) const override { return parts_.vocabulary.find(piece); }
  std::string describe() const override {
    return "SentencePiece BPE of " + std::to_string(parts_.vocabulary.size()) + " pieces";
  }

 private:
  static Symbol& at(std::vector<Symbol>& symbols, Index place) {
    return symbols[static_cast<std::size_t>(place)];
  }

  static std::vector<Symbol> characters_of(std::string_view word) {
    std::vector<Symbol> symbols;
    for (std::size_t place = 0; place < word.size();) {
      const std::size_t start = place;
      next_code_point(word, place);
      const auto index = static_cast<Index>(symbols.size());
      if (index > 0) symbols.back().next = index;
      symbols.push_back({start, place - start, index - 1, -1});
    }
    return symbols;
  }

  void merge(std::string_view word, std::vector<Symbol>& symbols) const {
    std::priority_queue<Candidate> due;
    const auto consider = [&](Index left) {
      if (left < 0 || at(symbols, left).next < 0) return;
      const Symbol& symbol = at(symbols, left);
      const std::size_t count = symbol.count + at(symbols, symbol.next).count;
      const Index id = parts_.vocabulary.find(word.substr(symbol.first, count));
      if (id >= 0) due.push({parts_.scores[static_cast<std::size_t>(id)], left, count});
    };
    for (Index left = 0; left + 1 < static_cast<Index>(symbols.size()); ++left) consider(left);
    while (!due.empty()) {
      const Candidate candidate = due.top();
      due.pop();
      Symbol& left = at(symbols, candidate.left);
      if (left.count == 0 || left.next < 0) continue;
      Symbol& right = at(symbols, left.next);
      if (left.count + right.count != candidate.count) continue;  // one of them has grown since
      left.count = candidate.count;
      right.count = 0;
      left.next = right.next;
      if (left.next >= 0) at(symbols, left.next).previous = candidate.left;
      consider(left.previous);
      consider(candidate.left);
    }
  }

  void add_piece(std::string_view word, const Symbol& symbol, std::vector<Piece>& pieces) const {
    const std::string_view text = word.substr(symbol.first, symbol.count);
    if (const Index id = parts_.vocabulary.find(text); id >= 0) {
      pieces.push_back({.id = id, .first = symbol.first, .count = symbol.count});
      return;
    }
    const std::size_t before = pieces.size();
    for (std::size_t place = 0; place < text.size(); ++place) {
      const Index id = parts_.byte_ids[static_cast<unsigned char>(text[place])];
      if (id >= 0) pieces.push_back({.id = id, .first = symbol.first + place, .count = 1});
    }
    if (pieces.size() == before + text.size()) return;
    pieces.resize(before);
    if (parts_.unknown < 0) return;
    pieces.push_back(
        {.id = parts_.unknown, .first = symbol.first, .count = symbol.count, .is_unknown = true});
  }

  ScoredPairParts parts_;
};

}  // namespace

std::unique_ptr<const PieceModel> make_scored_pairs(ScoredPairParts parts) {
  return std::make_unique<ScoredPairs>(std::move(parts));
}

std::array<Index, 256> byte_ids_of(const Vocabulary& vocabulary) {
  std::array<Index, 256> ids{};
  for (std::size_t byte = 0; byte < ids.size(); ++byte) {
    ids[byte] = vocabulary.find(byte_piece(static_cast<unsigned char>(byte)));
  }
  return ids;
}

}  // namespace attnscope
