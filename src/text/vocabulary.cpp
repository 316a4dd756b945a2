#include "text/vocabulary.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope {

Vocabulary Vocabulary::from_json(const JsonNode& node, const std::string& where) {
  if (!node.is_object())
    throw Error(Error::Kind::input, where + ": expected an object, found " + node.describe());
  Vocabulary vocabulary;
  vocabulary.pieces_.resize(node.members().size());
  vocabulary.ids_.reserve(node.members().size());
  std::vector<bool> is_taken(node.members().size());
  for (const auto& [piece, value] : node.members()) {
    const Index id = value.whole(where + "." + printable(piece, 40), 0, most_pieces);
    const auto place = static_cast<std::size_t>(id);
    if (place >= vocabulary.pieces_.size()) {
      // Ids may have gaps, but not so many that a small file asks for much memory.
      if (place > 16 * node.members().size() + 1024) {
        throw Error(Error::Kind::input, where + ": '" + printable(piece, 40) + "' has id " +
                                            std::to_string(id) + " in a vocabulary of " +
                                            std::to_string(node.members().size()));
      }
      vocabulary.pieces_.resize(place + 1);
      is_taken.resize(place + 1);
    }
    if (is_taken[place]) {
      throw Error(Error::Kind::input, where + ": '" + printable(vocabulary.pieces_[place], 40) + "' and '" +
                                          printable(piece, 40) + "' have the same id " + std::to_string(id));
    }
    is_taken[place] = true;
    vocabulary.pieces_[place] = piece;
    vocabulary.ids_.emplace(piece, id);
  }
  return vocabulary;
}

Vocabulary Vocabulary::from_lines(std::string_view text) {
  Vocabulary vocabulary;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t'))
      line.remove_suffix(1);
    vocabulary.set(vocabulary.size(), std::string(line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return vocabulary;
}

Index Vocabulary::find(std::string_view piece) const {
  const auto found = ids_.find(piece);
  return found == ids_.end() ? -1 : found->second;
}

void Vocabulary::set(Index id, std::string piece) {
  const auto place = static_cast<std::size_t>(id);
  if (place >= pieces_.size()) pieces_.resize(place + 1);
  ids_[piece] = id;
  pieces_[place] = std::move(piece);
}

}  // namespace attnscope
