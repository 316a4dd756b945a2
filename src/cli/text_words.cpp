#include "cli/text_words.hpp"

#include <algorithm>

#include "text/text_stretch.hpp"

namespace attnscope::cli {
namespace {

/// Where each word of the sentence stands in its text; the words that a multiword token does not spell out
/// are empty.
std::vector<TextStretch> stretches_of(const TreebankSentence& sentence) {
  std::vector<TextStretch> stretches;
  std::size_t place = 0;
  std::size_t next_token = 0;
  const auto count = static_cast<Index>(sentence.words.size());
  while (static_cast<Index>(stretches.size()) < count) {
    const auto word = static_cast<Index>(stretches.size());
    const bool is_multiword = next_token < sentence.multiword_tokens.size() &&
                              sentence.multiword_tokens[next_token].first == word;
    const MultiwordToken token =
        is_multiword ? sentence.multiword_tokens[next_token++]
                     : MultiwordToken{word, word, sentence.words[static_cast<std::size_t>(word)].form,
                                      sentence.words[static_cast<std::size_t>(word)].is_followed_by_space};
    std::string joined;
    for (Index one = token.first; one <= token.last; ++one) {
      joined += sentence.words[static_cast<std::size_t>(one)].form;
    }
    std::size_t begin = place;
    for (Index one = token.first; one <= token.last; ++one) {
      const std::size_t length = joined == token.form ? sentence.words[static_cast<std::size_t>(one)].form.size()
                                 : one == token.first ? token.form.size()
                                                      : 0;
      stretches.push_back({begin, begin + length});
      begin += length;
    }
    place += token.form.size() + (token.is_followed_by_space ? 1 : 0);
  }
  return stretches;
}

}  // namespace

TextWords words_of_tokens(const TokenizedText& text) {
  TextWords result;
  result.tokens = text.tokens;
  std::size_t end_before = 0;
  for (const Token& token : text.tokens) {
    if (token.word < 0) continue;
    const std::string& source = token.segment == 0 || text.second_text.empty() ? text.text : text.second_text;
    const auto word = static_cast<std::size_t>(token.word);
    if (word >= result.words.size()) {
      result.words.resize(word + 1);
      result.is_joined.resize(word + 1, 0);
      const bool has_blank = token.begin < source.size() && source[token.begin] == ' ';
      result.is_joined[word] = token.begin == end_before && token.begin > 0 && !has_blank ? 1 : 0;
    }
    const bool has_place = token.end > token.begin && token.end <= source.size();
    std::string piece = has_place ? source.substr(token.begin, token.end - token.begin) : token.label;
    if (result.words[word].empty()) piece.erase(0, piece.find_first_not_of(' '));
    result.words[word] += piece;
    end_before = token.end;
  }
  return result;
}

TextWords words_of_sentence(const TreebankSentence& sentence, const TokenizedText& text) {
  const std::vector<TextStretch> stretches = stretches_of(sentence);
  TextWords result;
  result.words = sentence.forms();
  result.tokens = text.tokens;
  for (std::size_t word = 0; word < stretches.size(); ++word) {
    result.is_joined.push_back(word > 0 && stretches[word].begin == stretches[word - 1].end ? 1 : 0);
  }
  for (Token& token : result.tokens) {
    if (token.special || token.end <= token.begin) continue;
    // A token that begins with the blank before its word is the word's: its last byte tells.
    const auto found = std::find_if(stretches.begin(), stretches.end(), [&](const TextStretch& stretch) {
      return token.end - 1 >= stretch.begin && token.end - 1 < stretch.end;
    });
    token.word = found == stretches.end() ? -1 : found - stretches.begin();
  }
  return result;
}

}  // namespace attnscope::cli
