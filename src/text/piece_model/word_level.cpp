// WordLevel: every word is one piece, or unknown.
#include "core/utf8.hpp"
#include "text/parts.hpp"
#include "text/vocabulary.hpp"

namespace attnscope {
namespace {

class WordLevel final : public PieceModel {
 public:
  WordLevel(Vocabulary vocabulary, Index unknown) : vocabulary_(std::move(vocabulary)), unknown_(unknown) {}

  std::vector<Piece> split(std::string_view word) const override {
    const Index id = vocabulary_.find(word);
    if (id >= 0) return {{.id = id, .first = 0, .count = word.size()}};
    if (unknown_ >= 0) return {{.id = unknown_, .first = 0, .count = word.size(), .is_unknown = true}};
    throw Error(Error::Kind::input, "'" + printable(word, 60) +
                                        "' is not in the vocabulary, and the tokenizer has no unknown token");
  }

  Index vocabulary_size() const override { return vocabulary_.size(); }
  std::string_view piece(Index id) const override { return vocabulary_.piece(id); }
  Index find(std::string_view piece) const override { return vocabulary_.find(piece); }
  std::string describe() const override {
    return "WordLevel of " + std::to_string(vocabulary_.size()) + " words";
  }

 private:
  Vocabulary vocabulary_;
  Index unknown_;
};

const RegisteredPart<PieceModel> registered{
    "WordLevel", [](const JsonNode& node, const std::string& where) -> std::unique_ptr<const PieceModel> {
      Vocabulary vocabulary = Vocabulary::from_json(node.at("vocab", where), where + ".vocab");
      const Index unknown = vocabulary.find(node.text_or("unk_token", "<unk>", where));
      return std::make_unique<WordLevel>(std::move(vocabulary), unknown);
    }};

}  // namespace
}  // namespace attnscope
