#include "text/sentence_piece.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "text/piece_model/byte_pairs.hpp"
#include "text/piece_model/scored_pairs.hpp"
#include "text/piece_model/unigram.hpp"
#include "text/sentence_piece_normaliser.hpp"

namespace attnscope {
namespace {

using Type = SentencePieceModel::Type;

/// The pieces that a text may be split into; others keep their id with a spelling that no text has.
Vocabulary searchable_pieces(const SentencePieceModel& model, const std::string& where) {
  std::vector<std::string> pieces = model.pieces;
  for (std::size_t id = 0; id < pieces.size(); ++id) {
    if (model.types[id] != Type::normal && model.types[id] != Type::user_defined) pieces[id].clear();
  }
  return Vocabulary(std::move(pieces), where);
}

std::unique_ptr<const PieceModel> make_model(const SentencePieceModel& model, const std::string& where) {
  Vocabulary vocabulary = searchable_pieces(model, where);
  if (model.kind == SentencePieceModel::Kind::bpe) {
    ScoredPairParts parts{
        .vocabulary = std::move(vocabulary), .scores = model.scores, .unknown = model.unknown_id()};
    parts.byte_ids.fill(-1);
    return make_scored_pairs(std::move(parts));
  }
  UnigramParts parts{
      .vocabulary = std::move(vocabulary), .unknown = model.unknown_id(), .sums_in_single = true};
  // The penalty of unknown characters counts from the lowest score of normal pieces.
  const float most = *std::max_element(model.scores.begin(), model.scores.end());
  for (std::size_t id = 0; id < model.scores.size(); ++id) {
    parts.scores.push_back(static_cast<double>(model.types[id] == Type::normal ? model.scores[id] : most));
  }
  return make_unigram(std::move(parts));
}

std::vector<AddedToken> user_defined(const SentencePieceModel& model) {
  std::vector<AddedToken> tokens;
  for (std::size_t id = 0; id < model.pieces.size(); ++id) {
    if (model.types[id] == Type::user_defined) {
      tokens.push_back({.text = model.pieces[id], .id = static_cast<Index>(id)});
    }
  }
  return tokens;
}

class SentencePiece final : public PlainTokenizer {
 public:
  explicit SentencePiece(SentencePieceParts parts)
      : parts_(std::move(parts)),
        added_(parts_.added_tokens),
        user_defined_(user_defined(parts_.model)),
        normaliser_(parts_.model, user_defined_, parts_.origin),
        model_(make_model(parts_.model, parts_.origin)) {
    for (std::size_t id = 0; id < parts_.model.pieces.size(); ++id) {
      if (parts_.model.types[id] == Type::byte) byte_ids_[parts_.model.pieces[id]] = static_cast<Index>(id);
    }
  }

  std::vector<Token> tokens_of(std::string_view text) const override {
    std::vector<Token> tokens;
    Index words = 0;
    for (const AddedTokenPart& part : added_.parts(text)) {
      if (part.token != nullptr) {
        tokens.push_back({.text = part.token->text,
                          .id = part.token->id,
                          .begin = part.begin,
                          .end = part.end,
                          .word = words++});
        continue;
      }
      for (Token& token : tokens_between(text.substr(part.begin, part.end - part.begin))) {
        if (parts_.renumber) token.id = parts_.renumber(token);
        token.begin += part.begin;
        token.end += part.begin;
        token.word = words;
        tokens.push_back(std::move(token));
      }
      ++words;
    }
    return tokens;
  }

  Index vocabulary_size() const override {
    Index size = parts_.vocabulary_size;
    for (const AddedToken& token : parts_.added_tokens) size = std::max(size, token.id + 1);
    return size;
  }

  std::string describe() const override {
    return "SentencePiece of " + std::to_string(parts_.model.size()) + " pieces, " + parts_.origin;
  }

 private:
  std::vector<Token> tokens_between(std::string_view text) const {
    const SourcedText normalised = normaliser_.normalise(text);
    std::vector<Token> tokens;
    for (const AddedTokenPart& part : user_defined_.parts(normalised.text)) {
      const std::string_view stretch =
          std::string_view(normalised.text).substr(part.begin, part.end - part.begin);
      if (part.token != nullptr) {
        add({.id = part.token->id, .first = part.begin, .count = stretch.size()}, normalised, tokens);
        continue;
      }
      for (Piece piece : model_->split(stretch)) {
        piece.first += part.begin;
        add(piece, normalised, tokens);
      }
    }
    return tokens;
  }

  void add(const Piece& piece, const SourcedText& text, std::vector<Token>& tokens) const {
    const std::string_view spelled = std::string_view(text.text).substr(piece.first, piece.count);
    const std::size_t begin = text.sources[piece.first];
    const std::size_t end = text.sources[piece.first + piece.count];
    if (piece.is_unknown && parts_.model.falls_back_to_bytes) return add_bytes(spelled, begin, end, tokens);
    if (piece.is_unknown && !tokens.empty() && tokens.back().unknown) {
      tokens.back().text += spelled;
      tokens.back().end = end;
      return;
    }
    tokens.push_back({.text = std::string(spelled),
                      .id = piece.id,
                      .begin = begin,
                      .end = end,
                      .unknown = piece.is_unknown});
  }

  void add_bytes(std::string_view spelled, std::size_t begin, std::size_t end,
                 std::vector<Token>& tokens) const {
    for (std::size_t place = 0; place < spelled.size(); ++place) {
      const bool is_last = place + 1 == spelled.size();
      std::string piece = byte_piece(static_cast<unsigned char>(spelled[place]));
      const auto found = byte_ids_.find(piece);
      const Index id = found != byte_ids_.end() ? found->second : parts_.model.unknown_id();
      tokens.push_back({.text = std::move(piece), .id = id, .begin = begin, .end = is_last ? end : begin});
    }
  }

  SentencePieceParts parts_;
  AddedTokenFinder added_;
  AddedTokenFinder user_defined_;
  SentencePieceNormaliser normaliser_;
  std::unique_ptr<const PieceModel> model_;
  std::map<std::string, Index, std::less<>> byte_ids_;
};

}  // namespace

std::unique_ptr<const PlainTokenizer> make_sentence_piece(SentencePieceParts parts) {
  return std::make_unique<SentencePiece>(std::move(parts));
}

}  // namespace attnscope
