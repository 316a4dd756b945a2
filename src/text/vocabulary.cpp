#include "text/vocabulary.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/error.hpp"
#include "core/utf8.hpp"
#include "text/text_file.hpp"

namespace attnscope {

Vocabulary::Vocabulary(std::vector<std::string> pieces, const std::string& where)
    : pieces_(std::move(pieces)) {
  if (pieces_.size() > static_cast<std::size_t>(most_pieces)) {
    throw Error(Error::Kind::input, where + ": " + std::to_string(pieces_.size()) +
                                        " pieces, expected at most " + std::to_string(most_pieces));
  }
  index_pieces(std::vector<bool>(pieces_.size(), true));
}

Vocabulary Vocabulary::from_json(const JsonNode& node, const std::string& where) {
  if (!node.is_object())
    throw Error(Error::Kind::input, where + ": expected an object, found " + node.describe());
  Vocabulary vocabulary;
  std::vector<std::string>& pieces = vocabulary.pieces_;
  pieces.resize(node.members().size());
  std::vector<bool> is_taken(pieces.size());
  for (const auto& [piece, value] : node.members()) {
    const JsonNumber* number = value.number();
    const bool is_id =
        number != nullptr && number->is_size() && number->magnitude <= std::uint64_t{most_pieces};
    // The place is spelled out only for the error: there are hundreds of thousands of pieces.
    const Index id = is_id ? static_cast<Index>(number->magnitude)
                           : value.whole(where + "." + printable(piece, 40), 0, most_pieces);
    const auto place = static_cast<std::size_t>(id);
    if (place >= pieces.size()) {
      // Ids may have gaps, but not so many that a small file asks for much memory.
      if (place > 16 * node.members().size() + 1024) {
        throw Error(Error::Kind::input, where + ": '" + printable(piece, 40) + "' has id " +
                                            std::to_string(id) + " in a vocabulary of " +
                                            std::to_string(node.members().size()));
      }
      pieces.resize(place + 1);
      is_taken.resize(place + 1);
    }
    if (is_taken[place]) {
      throw Error(Error::Kind::input, where + ": '" + printable(pieces[place], 40) + "' and '" +
                                          printable(piece, 40) + "' have the same id " + std::to_string(id));
    }
    is_taken[place] = true;
    pieces[place] = piece;
  }
  vocabulary.index_pieces(is_taken);
  return vocabulary;
}

Vocabulary Vocabulary::from_lines(std::string_view text, const std::string& where) {
  std::vector<std::string> pieces;
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    const std::size_t last = line.find_last_not_of(" \t\r");
    pieces.emplace_back(line.substr(0, last == std::string_view::npos ? 0 : last + 1));
  }
  return Vocabulary(std::move(pieces), where);
}

Index Vocabulary::find(std::string_view piece) const {
  return slots_.empty() ? -1 : Index{slots_[slot_of(piece)]};
}

Index Vocabulary::at(std::string_view piece, const std::string& where) const {
  const Index id = find(piece);
  if (id < 0)
    throw Error(Error::Kind::input, where + ": '" + printable(piece, 60) + "' is not in the vocabulary");
  return id;
}

/// The slot that holds the piece, or the free one where it would be put.
std::size_t Vocabulary::slot_of(std::string_view piece) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = std::hash<std::string_view>()(piece) & mask;
  while (slots_[slot] >= 0 && pieces_[static_cast<std::size_t>(slots_[slot])] != piece)
    slot = (slot + 1) & mask;
  return slot;
}

void Vocabulary::index_pieces(const std::vector<bool>& is_taken) {
  std::size_t slots = 16;
  while (slots < 2 * pieces_.size()) slots *= 2;
  slots_.assign(slots, -1);
  for (std::size_t id = 0; id < pieces_.size(); ++id) {
    if (is_taken[id]) slots_[slot_of(pieces_[id])] = static_cast<std::int32_t>(id);
  }
}

}  // namespace attnscope
