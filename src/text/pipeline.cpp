// Order of work: cut out added tokens, normalise what lies between, split into words, split words into
// pieces, put the template around.
#include "text/pipeline.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/error.hpp"
#include "core/utf8.hpp"
#include "text/unicode.hpp"

namespace attnscope {
namespace {

/// Finds added tokens in a text: from the left, the longest at each place.
class AddedTokenFinder {
 public:
  explicit AddedTokenFinder(std::vector<AddedToken> tokens) : tokens_(std::move(tokens)) {
    std::stable_sort(tokens_.begin(), tokens_.end(),
                     [](const AddedToken& a, const AddedToken& b) { return a.text.size() > b.text.size(); });
    for (const AddedToken& token : tokens_) {
      if (!token.text.empty()) starts_[static_cast<unsigned char>(token.text.front())] = true;
    }
  }

  /// The token that starts at `place`, or null.
  const AddedToken* at(std::string_view text, std::size_t place) const {
    if (!starts_[static_cast<unsigned char>(text[place])]) return nullptr;
    for (const AddedToken& token : tokens_) {
      if (token.text.empty() || !text.substr(place).starts_with(token.text)) continue;
      if (token.is_single_word && !stands_alone(text, place, token.text.size())) continue;
      return &token;
    }
    return nullptr;
  }

  const std::vector<AddedToken>& tokens() const { return tokens_; }

 private:
  static bool is_word_byte(char byte) {
    const auto letter = static_cast<unsigned char>(byte);
    return letter >= 0x80 || letter == '_' || (letter >= '0' && letter <= '9') ||
           (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
  }
  static bool stands_alone(std::string_view text, std::size_t first, std::size_t count) {
    const bool is_free_left = first == 0 || !is_word_byte(text[first - 1]);
    const bool is_free_right = first + count == text.size() || !is_word_byte(text[first + count]);
    return is_free_left && is_free_right;
  }

  std::vector<AddedToken> tokens_;
  std::array<bool, 256> starts_{};
};

class Pipeline final : public Tokenizer {
 public:
  explicit Pipeline(PipelineParts parts) : parts_(std::move(parts)), finder_(parts_.added_tokens) {}

  TokenizedText encode(std::string_view text) const override {
    return arrange(parts_.around.single, text, {}, tokens_of(text), {});
  }

  TokenizedText encode_pair(std::string_view first, std::string_view second) const override {
    if (parts_.around.pair.empty()) {
      throw Error(Error::Kind::unsupported,
                  parts_.origin + ": the tokenizer has no template for pairs of texts");
    }
    return arrange(parts_.around.pair, first, second, tokens_of(first), tokens_of(second));
  }

  TokenizedText encode_words(std::span<const std::string> words) const override {
    std::string text;
    std::vector<Token> tokens;
    for (std::size_t index = 0; index < words.size(); ++index) {
      if (index > 0) text += ' ';
      for (Token& token : tokens_of(words[index])) {
        token.begin += text.size();
        token.end += text.size();
        token.word = static_cast<Index>(index);
        tokens.push_back(std::move(token));
      }
      text += words[index];
    }
    return arrange(parts_.around.single, text, {}, std::move(tokens), {});
  }

  Index vocabulary_size() const override {
    Index size = parts_.model->vocabulary_size();
    for (const AddedToken& token : finder_.tokens()) size = std::max(size, token.id + 1);
    return size;
  }

  std::string describe() const override { return parts_.model->describe() + ", " + parts_.origin; }

 private:
  std::vector<Token> tokens_of(std::string_view text) const {
    check_alignable(text);
    std::vector<Token> tokens;
    Index words = 0;
    std::size_t done = 0;
    for (std::size_t place = 0; place < text.size();) {
      const AddedToken* added = finder_.at(text, place);
      if (added == nullptr) {
        ++place;
        continue;
      }
      add_plain(text, done, place, words, tokens);
      add_added(*added, place, words++, tokens);
      place += added->text.size();
      done = place;
    }
    add_plain(text, done, text.size(), words, tokens);
    return tokens;
  }

  static void add_added(const AddedToken& added, std::size_t place, Index word, std::vector<Token>& tokens) {
    tokens.push_back({.text = added.text,
                      .label = added.text,
                      .id = added.id,
                      .begin = place,
                      .end = place + added.text.size(),
                      .word = word,
                      .special = added.is_special});
  }

  void add_plain(std::string_view original, std::size_t first, std::size_t last, Index& words,
                 std::vector<Token>& tokens) const {
    if (last == first) return;
    AlignedText text(original.substr(first, last - first), first);
    if (parts_.normaliser) text = parts_.normaliser->normalise(text);
    if (text.empty()) return;
    const std::vector<AlignedText> split =
        parts_.pre_tokenizer ? parts_.pre_tokenizer->split(text) : std::vector<AlignedText>{text};
    for (const AlignedText& word : split) {
      for (const Piece& piece : parts_.model->split(word.text())) {
        tokens.push_back(token_of(piece, word, words, original));
      }
      ++words;
    }
  }

  Token token_of(const Piece& piece, const AlignedText& word, Index word_index,
                 std::string_view original) const {
    const Span span = word.span(piece.first, piece.count);
    Token token;
    token.text = std::string(parts_.model->piece(piece.id));
    token.id = piece.id;
    token.begin = span.begin;
    token.end = span.end;
    token.word = word_index;
    token.unknown = piece.is_unknown;
    token.label =
        piece.is_unknown ? std::string(original.substr(span.begin, span.end - span.begin)) : token.text;
    return token;
  }

  static TokenizedText arrange(const std::vector<TemplatePart>& parts, std::string_view first,
                               std::string_view second, std::vector<Token> first_tokens,
                               std::vector<Token> second_tokens) {
    TokenizedText result;
    result.text = first;
    result.second_text = second;
    Index words_before = 0;
    for (const TemplatePart& part : parts) {
      if (part.kind == TemplatePart::Kind::token) {
        result.tokens.push_back({.text = part.piece,
                                 .label = part.piece,
                                 .id = part.id,
                                 .word = -1,
                                 .segment = part.segment,
                                 .special = true});
        continue;
      }
      const bool is_second = part.kind == TemplatePart::Kind::second_text;
      Index words = 0;
      for (Token& token : is_second ? second_tokens : first_tokens) {
        words = std::max(words, token.word + 1);
        token.word += is_second ? words_before : 0;
        token.segment = part.segment;
        result.tokens.push_back(std::move(token));
      }
      words_before += words;
    }
    return result;
  }

  PipelineParts parts_;
  AddedTokenFinder finder_;
};

}  // namespace

std::unique_ptr<const Tokenizer> make_pipeline(PipelineParts parts) {
  return std::make_unique<Pipeline>(std::move(parts));
}

}  // namespace attnscope
