#include "text/plain_tokenizer.hpp"

#include <algorithm>
#include <utility>

namespace attnscope {
namespace {

class FramedTokenizer final : public Tokenizer {
 public:
  explicit FramedTokenizer(TokenizerParts parts) : parts_(std::move(parts)) {}

  TokenizedText encode(std::string_view text) const override {
    return arrange(parts_.around.single, text, {}, tokens_of(*parts_.plain, text), {});
  }

  TokenizedText encode_target(std::string_view text) const override {
    const PlainTokenizer& plain = parts_.target ? *parts_.target : *parts_.plain;
    return arrange(parts_.around.single, text, {}, tokens_of(plain, text), {});
  }

  TokenizedText encode_pair(std::string_view first, std::string_view second) const override {
    return arrange(parts_.around.pair, first, second, tokens_of(*parts_.plain, first),
                   tokens_of(*parts_.plain, second));
  }

  TokenizedText encode_words(std::span<const std::string> words) const override {
    std::string text;
    std::vector<Token> tokens;
    for (std::size_t index = 0; index < words.size(); ++index) {
      if (index > 0) text += ' ';
      for (Token& token : tokens_of(*parts_.plain, words[index])) {
        token.begin += text.size();
        token.end += text.size();
        token.word = static_cast<Index>(index);
        tokens.push_back(std::move(token));
      }
      text += words[index];
    }
    return arrange(parts_.around.single, text, {}, tokens, {});
  }

  Index vocabulary_size() const override { return parts_.plain->vocabulary_size(); }
  std::string describe() const override { return parts_.plain->describe(); }

 private:
  std::vector<Token> tokens_of(const PlainTokenizer& plain, std::string_view text) const {
    std::vector<Token> tokens = plain.tokens_of(text);
    label_tokens(tokens, text, parts_.spelling);
    number_words(tokens, text);
    return tokens;
  }

  static TokenizedText arrange(const std::vector<TemplatePart>& parts, std::string_view first,
                               std::string_view second, const std::vector<Token>& first_tokens,
                               const std::vector<Token>& second_tokens) {
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
      for (Token token : is_second ? second_tokens : first_tokens) {
        words = std::max(words, token.word + 1);
        token.word += is_second ? words_before : 0;
        token.segment = part.segment;
        result.tokens.push_back(std::move(token));
      }
      words_before += words;
    }
    return result;
  }

  TokenizerParts parts_;
};

}  // namespace

std::unique_ptr<const Tokenizer> make_tokenizer(TokenizerParts parts) {
  return std::make_unique<FramedTokenizer>(std::move(parts));
}

}  // namespace attnscope
