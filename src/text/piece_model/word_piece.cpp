// WordPiece: from the left, always the longest piece that fits; a word that cannot be covered is unknown as a
// whole.
#include "text/piece_model/word_piece.hpp"

#include <utility>

#include "core/utf8.hpp"

namespace attnscope {
namespace {

bool continues(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

Index count_characters(std::string_view text) {
  Index count = 0;
  for (const char byte : text) count += continues(byte) ? 0 : 1;
  return count;
}

/// One character less.
std::size_t shorter(std::string_view word, std::size_t first, std::size_t count) {
  do {
    --count;
  } while (count > 0 && continues(word[first + count]));
  return count;
}

class WordPiece final : public PieceModel {
 public:
  explicit WordPiece(WordPieceParts parts) : parts_(std::move(parts)) {
    for (Index id = 0; id < parts_.vocabulary.size(); ++id) {
      longest_ = std::max(longest_, parts_.vocabulary.piece(id).size());
    }
  }

  std::vector<Piece> split(std::string_view word) const override {
    const Piece all_unknown{.id = parts_.unknown, .first = 0, .count = word.size(), .is_unknown = true};
    if (count_characters(word) > parts_.most_characters) return {all_unknown};
    std::vector<Piece> pieces;
    std::string candidate;
    for (std::size_t first = 0; first < word.size();) {
      const std::string& before = first > 0 ? parts_.prefix : parts_.start;
      std::size_t count = word.size() - first;
      Index id = -1;
      for (; count > 0; count = shorter(word, first, count)) {
        if (before.size() + count > longest_) continue;
        candidate = before;
        candidate += word.substr(first, count);
        id = parts_.vocabulary.find(candidate);
        if (id >= 0) break;
      }
      if (id < 0) return {all_unknown};
      pieces.push_back({.id = id, .first = first, .count = count});
      first += count;
    }
    return pieces;
  }

  Index vocabulary_size() const override { return parts_.vocabulary.size(); }
  std::string_view piece(Index id) const override { return parts_.vocabulary.piece(id); }
  Index find(std::string_view piece) const override { return parts_.vocabulary.find(piece); }
  std::string describe() const override {
    return "WordPiece of " + std::to_string(parts_.vocabulary.size()) + " pieces";
  }

 private:
  WordPieceParts parts_;
  std::size_t longest_ = 0;  // bytes of the longest piece: longer candidates need no look-up
};

const RegisteredPart<PieceModel> registered{
    "WordPiece", [](const JsonNode& node, const std::string& where) -> std::unique_ptr<const PieceModel> {
      WordPieceParts parts;
      parts.vocabulary = Vocabulary::from_json(node.at("vocab", where), where + ".vocab");
      parts.unknown =
          parts.vocabulary.at(node.at("unk_token", where).text(where + ".unk_token"), where + ".unk_token");
      parts.prefix = node.text_or("continuing_subword_prefix", "##", where);
      parts.most_characters = node.whole_or("max_input_chars_per_word", 100, 1, 1'000'000, where);
      return make_word_piece(std::move(parts));
    }};

}  // namespace

std::unique_ptr<const PieceModel> make_word_piece(WordPieceParts parts) {
  return std::make_unique<WordPiece>(std::move(parts));
}

}  // namespace attnscope
