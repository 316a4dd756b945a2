// WordPiece: from the left, always the longest piece that fits; a word that cannot be covered is unknown as a
// whole.
#include "core/utf8.hpp"
#include "text/parts.hpp"
#include "text/vocabulary.hpp"

namespace attnscope {
namespace {

class WordPiece final : public PieceModel {
 public:
  WordPiece(Vocabulary vocabulary, Index unknown, std::string prefix, Index most_characters)
      : vocabulary_(std::move(vocabulary)),
        unknown_(unknown),
        prefix_(std::move(prefix)),
        most_characters_(most_characters) {}

  std::vector<Piece> split(std::string_view word) const override {
    const Piece all_unknown{.id = unknown_, .first = 0, .count = word.size(), .is_unknown = true};
    if (count_characters(word) > most_characters_) return {all_unknown};
    std::vector<Piece> pieces;
    std::string candidate;
    for (std::size_t first = 0; first < word.size();) {
      std::size_t count = word.size() - first;
      Index id = -1;
      for (; count > 0; count = shorter(word, first, count)) {
        candidate = first > 0 ? prefix_ : std::string();
        candidate += word.substr(first, count);
        id = vocabulary_.find(candidate);
        if (id >= 0) break;
      }
      if (id < 0) return {all_unknown};
      pieces.push_back({.id = id, .first = first, .count = count});
      first += count;
    }
    return pieces;
  }

  Index vocabulary_size() const override { return vocabulary_.size(); }
  std::string_view piece(Index id) const override { return vocabulary_.piece(id); }
  Index find(std::string_view piece) const override { return vocabulary_.find(piece); }
  std::string describe() const override {
    return "WordPiece of " + std::to_string(vocabulary_.size()) + " pieces";
  }

 private:
  static bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

  static Index count_characters(std::string_view text) {
    Index count = 0;
    for (const char byte : text) count += continues(byte) ? 0 : 1;
    return count;
  }

  /// One character less.
  static std::size_t shorter(std::string_view word, std::size_t first, std::size_t count) {
    do {
      --count;
    } while (count > 0 && continues(word[first + count]));
    return count;
  }

  Vocabulary vocabulary_;
  Index unknown_;
  std::string prefix_;
  Index most_characters_;
};

const RegisteredPart<PieceModel> registered{
    "WordPiece", [](const JsonNode& node, const std::string& where) -> std::unique_ptr<const PieceModel> {
      Vocabulary vocabulary = Vocabulary::from_json(node.at("vocab", where), where + ".vocab");
      const std::string unknown = node.at("unk_token", where).text(where + ".unk_token");
      const Index id = vocabulary.find(unknown);
      if (id < 0) {
        throw Error(Error::Kind::input,
                    where + ".unk_token: '" + printable(unknown) + "' is not in the vocabulary");
      }
      std::string prefix = node.text_or("continuing_subword_prefix", "##", where);
      const Index most = node.whole_or("max_input_chars_per_word", 100, 1, 1'000'000, where);
      return std::make_unique<WordPiece>(std::move(vocabulary), id, std::move(prefix), most);
    }};

}  // namespace
}  // namespace attnscope
