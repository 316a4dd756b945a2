#include "text/sentence_piece.hpp"

#include <sentencepiece_processor.h>

#include <algorithm>
#include <utility>

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"
#include "text/tokenizer_format.hpp"

namespace attnscope {

struct SentencePieceModel::State {
  sentencepiece::SentencePieceProcessor processor;
  std::string file_name;
};

SentencePieceModel::SentencePieceModel(const std::filesystem::path& file)
    : state_(std::make_unique<State>()) {
  state_->file_name = printable(file.filename().string());
  const std::string bytes = read_text(file, most_tokenizer_bytes);
  const auto status = state_->processor.LoadFromSerializedProto(bytes);
  if (!status.ok()) {
    throw Error(Error::Kind::input,
                state_->file_name + ": not a SentencePiece model (" + printable(status.message(), 120) + ")");
  }
}

SentencePieceModel::~SentencePieceModel() = default;
SentencePieceModel::SentencePieceModel(SentencePieceModel&&) noexcept = default;

Index SentencePieceModel::size() const {
  return state_->processor.GetPieceSize();
}
Index SentencePieceModel::start_id() const {
  return state_->processor.bos_id();
}
Index SentencePieceModel::end_id() const {
  return state_->processor.eos_id();
}
Index SentencePieceModel::unknown_id() const {
  return state_->processor.unk_id();
}
std::string SentencePieceModel::piece(Index id) const {
  return state_->processor.IdToPiece(static_cast<int>(id));
}
const std::string& SentencePieceModel::file_name() const {
  return state_->file_name;
}

std::vector<Token> SentencePieceModel::encode(std::string_view text) const {
  sentencepiece::ImmutableSentencePieceText found;
  const auto status = state_->processor.Encode({text.data(), text.size()}, found.mutable_proto());
  if (!status.ok()) {
    throw Error(Error::Kind::input,
                state_->file_name + ": cannot split this text (" + printable(status.message(), 120) + ")");
  }
  constexpr std::string_view space_sign = "▁";
  std::vector<Token> tokens;
  tokens.reserve(found.pieces_size());
  Index word = -1;
  for (const auto& piece : found.pieces()) {
    if (word < 0 || piece.piece().starts_with(space_sign)) ++word;
    tokens.push_back({.text = piece.piece(),
                      .id = static_cast<Index>(piece.id()),
                      .begin = std::min<std::size_t>(piece.begin(), text.size()),
                      .end = std::min<std::size_t>(piece.end(), text.size()),
                      .word = word,
                      .unknown = static_cast<Index>(piece.id()) == unknown_id()});
  }
  return tokens;
}

namespace {

class SentencePiece final : public PlainTokenizer {
 public:
  explicit SentencePiece(SentencePieceParts parts) : parts_(std::move(parts)), finder_(parts_.added_tokens) {}

  std::vector<Token> tokens_of(std::string_view text) const override {
    std::vector<Token> tokens;
    Index words = 0;
    for (const AddedTokenPart& part : finder_.parts(text)) {
      if (part.token != nullptr) {
        tokens.push_back({.text = part.token->text,
                          .id = part.token->id,
                          .begin = part.begin,
                          .end = part.end,
                          .word = words++});
        continue;
      }
      Index more_words = 0;
      for (Token& token : parts_.model.encode(text.substr(part.begin, part.end - part.begin))) {
        if (parts_.renumber) token.id = parts_.renumber(token);
        token.begin += part.begin;
        token.end += part.begin;
        more_words = std::max(more_words, token.word + 1);
        token.word += words;
        tokens.push_back(std::move(token));
      }
      words += more_words;
    }
    return tokens;
  }

  Index vocabulary_size() const override {
    Index size = parts_.vocabulary_size;
    for (const AddedToken& token : parts_.added_tokens) size = std::max(size, token.id + 1);
    return size;
  }

  std::string describe() const override {
    return "SentencePiece of " + std::to_string(parts_.model.size()) + " pieces, " + parts_.model.file_name();
  }

 private:
  SentencePieceParts parts_;
  AddedTokenFinder finder_;
};

}  // namespace

std::unique_ptr<const PlainTokenizer> make_sentence_piece(SentencePieceParts parts) {
  return std::make_unique<SentencePiece>(std::move(parts));
}

}  // namespace attnscope
