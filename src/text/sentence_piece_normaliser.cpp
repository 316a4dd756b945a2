#include "text/sentence_piece_normaliser.hpp"

#include "core/utf8.hpp"
#include "text/growth.hpp"

namespace attnscope {

SentencePieceNormaliser::SentencePieceNormaliser(const SentencePieceModel& model,
                                                 const AddedTokenFinder& user_defined,
                                                 const std::string& name)
    : model_(model),
      user_defined_(user_defined),
      map_(model.character_map, name),
      space_(model.escapes_spaces ? "▁" : " ") {}

SourcedText SentencePieceNormaliser::normalise(std::string_view text) const {
  SourcedText result;
  std::size_t done = 0;  // bytes of the text
  if (model_.removes_extra_spaces) {
    while (done < text.size()) {
      const auto [piece, length] = step(text.substr(done));
      if (piece != " ") break;
      done += length;
    }
  }
  if (done == text.size()) {
    result.sources.push_back(done);
    return result;
  }
  if (model_.adds_space && !model_.has_space_after) append(" ", done, result);
  bool is_after_space = model_.removes_extra_spaces;
  while (done < text.size()) {
    auto [piece, length] = step(text.substr(done));
    while (is_after_space && piece.starts_with(' ')) piece.remove_prefix(1);
    if (!piece.empty()) {
      append(piece, done, result);
      is_after_space = model_.removes_extra_spaces && piece.ends_with(' ');
    }
    done += length;
    check_growth(text.size(), result.text.size(), "SentencePiece's character map");
  }
  if (model_.removes_extra_spaces) {
    while (result.text.ends_with(space_)) {
      result.text.resize(result.text.size() - space_.size());
      done = result.sources[result.text.size()];
      result.sources.resize(result.text.size());
    }
  }
  if (model_.adds_space && model_.has_space_after) append(" ", done, result);
  result.sources.push_back(done);
  return result;
}

std::pair<std::string_view, std::size_t> SentencePieceNormaliser::step(std::string_view text) const {
  if (const std::size_t length = user_defined_.length_at(text); length > 0)
    return {text.substr(0, length), length};
  if (const auto match = map_.longest(text)) return {match->replacement, match->length};
  std::size_t length = 0;
  next_code_point(text, length);
  return {text.substr(0, length), length};
}

/// Spaces are written as pieces write them.
void SentencePieceNormaliser::append(std::string_view piece, std::size_t source, SourcedText& result) const {
  const std::size_t before = result.text.size();
  for (const char byte : piece) {
    if (byte == ' ') {
      result.text += space_;
    } else {
      result.text += byte;
    }
  }
  result.sources.insert(result.sources.end(), result.text.size() - before, source);
}

}  // namespace attnscope
