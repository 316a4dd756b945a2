#include "text/added_tokens.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/utf8.hpp"
#include "text/unicode.hpp"

namespace attnscope {
namespace {

bool continues(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

std::size_t start_of_last_character(std::string_view text) {
  std::size_t place = text.size() - 1;
  while (place > 0 && continues(text[place])) --place;
  return place;
}

bool ends_with_word(std::string_view text) {
  if (text.empty()) return false;
  std::size_t place = start_of_last_character(text);
  return is_word_character(next_code_point(text, place));
}

bool starts_with_word(std::string_view text) {
  std::size_t place = 0;
  return !text.empty() && is_word_character(next_code_point(text, place));
}

/// Where the white space begins that `text` ends with.
std::size_t end_without_space(std::string_view text) {
  while (!text.empty()) {
    const std::size_t start = start_of_last_character(text);
    std::size_t place = start;
    if (!is_white_space(next_code_point(text, place))) break;
    text = text.substr(0, start);
  }
  return text.size();
}

/// Bytes of white space that `text` starts with.
std::size_t leading_space(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t place = 0; place < text.size(); end = place) {
    if (!is_white_space(next_code_point(text, place))) break;
  }
  return end;
}

}  // namespace

AddedTokenFinder::AddedTokenFinder(std::vector<AddedToken> tokens) : tokens_(std::move(tokens)) {
  for (const AddedToken& token : tokens_) {
    if (token.text.empty() || !by_text_.emplace(token.text, &token).second) continue;
    std::vector<std::size_t>& lengths = lengths_[static_cast<unsigned char>(token.text.front())];
    const auto place = std::lower_bound(lengths.begin(), lengths.end(), token.text.size(), std::greater<>());
    if (place == lengths.end() || *place != token.text.size()) lengths.insert(place, token.text.size());
  }
}

const AddedToken* AddedTokenFinder::longest_at(std::string_view text, std::size_t place) const {
  for (const std::size_t length : lengths_[static_cast<unsigned char>(text[place])]) {
    const auto found = by_text_.find(text.substr(place, length));
    if (found != by_text_.end()) return found->second;
  }
  return nullptr;
}

std::size_t AddedTokenFinder::length_at(std::string_view text) const {
  const AddedToken* token = longest_at(text, 0);
  return token != nullptr ? token->text.size() : 0;
}

std::vector<AddedTokenPart> AddedTokenFinder::parts(std::string_view text) const {
  std::vector<AddedTokenPart> parts;
  std::size_t done = 0;
  for (std::size_t place = 0; place < text.size();) {
    const AddedToken* token = longest_at(text, place);
    if (token == nullptr) {
      ++place;
      continue;
    }
    std::size_t begin = place;
    std::size_t end = place + token->text.size();
    // A token that may not stand here hides shorter ones all the same.
    place = end;
    const bool is_free = !ends_with_word(text.substr(0, begin)) && !starts_with_word(text.substr(end));
    if (token->is_single_word && !is_free) continue;
    if (token->takes_left_space) begin = std::max(end_without_space(text.substr(0, begin)), done);
    if (token->takes_right_space) end += leading_space(text.substr(end));
    begin = std::max(begin, done);
    if (begin > done) parts.push_back({done, begin, nullptr});
    parts.push_back({begin, end, token});
    done = end;
    place = std::max(place, end);
  }
  if (done < text.size()) parts.push_back({done, text.size(), nullptr});
  return parts;
}

}  // namespace attnscope
