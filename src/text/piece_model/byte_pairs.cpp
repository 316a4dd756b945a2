// BPE: the characters of a word are its first pieces; neighbours merge, the earliest merge of the list first,
// until none applies.
#include "text/piece_model/byte_pairs.hpp"

#include <optional>
#include <queue>
#include <utility>

#include "core/utf8.hpp"
#include "text/piece_model/merge_table.hpp"
#include "text/text_file.hpp"

namespace attnscope {
namespace {

/// A piece of a word in the making, in a doubly linked list; -1 ends it.
struct Symbol {
  Piece piece;
  Index previous = -1;
  Index next = -1;
};

/// Two neighbours that may merge. The one that is due first is the greatest.
struct Candidate {
  std::int32_t rank = 0;
  std::int32_t result = 0;
  Index left = 0;
  bool operator<(const Candidate& other) const {
    return rank != other.rank ? rank > other.rank : left > other.left;
  }
};

class BytePairs final : public PieceModel {
 public:
  explicit BytePairs(BytePairParts parts) : parts_(std::move(parts)), merges_(parts_.merges) {
    parts_.merges.clear();
    parts_.merges.shrink_to_fit();
    if (!parts_.falls_back_to_bytes) return;
    for (unsigned byte = 0; byte < 256; ++byte) {
      byte_ids_.push_back(parts_.vocabulary.find(byte_piece(static_cast<unsigned char>(byte))));
    }
  }

  std::vector<Piece> split(std::string_view word) const override {
    if (parts_.looks_up_words) {
      if (const Index id = parts_.vocabulary.find(word); id >= 0)
        return {{.id = id, .first = 0, .count = word.size()}};
    }
    std::vector<Symbol> symbols = first_symbols(word);
    merge(symbols);
    std::vector<Piece> pieces;
    for (Index place = symbols.empty() ? -1 : 0; place >= 0; place = at(symbols, place).next) {
      pieces.push_back(at(symbols, place).piece);
    }
    return pieces;
  }

  Index vocabulary_size() const override { return parts_.vocabulary.size(); }
  std::string_view piece(Index id) const override { return parts_.vocabulary.piece(id); }
  Index find(std::string_view piece) const override { return parts_.vocabulary.find(piece); }
  std::string describe() const override {
    return "BPE of " + std::to_string(parts_.vocabulary.size()) + " pieces";
  }

 private:
  static Symbol& at(std::vector<Symbol>& symbols, Index place) {
    return symbols[static_cast<std::size_t>(place)];
  }

  std::vector<Symbol> first_symbols(std::string_view word) const {
    std::vector<Symbol> symbols;
    symbols.reserve(word.size());
    std::optional<Piece> unknown;
    const auto add = [&](const Piece& piece) {
      const auto place = static_cast<Index>(symbols.size());
      if (place > 0) symbols.back().next = place;
      symbols.push_back({piece, place - 1, -1});
    };
    const auto add_unknown = [&] {
      if (unknown) add(*unknown);
      unknown.reset();
    };
    std::string spelled;
    for (std::size_t place = 0; place < word.size();) {
      const std::size_t start = place;
      next_code_point(word, place);
      const std::string_view character = word.substr(start, place - start);
      const Index id = id_of(character, start == 0, place == word.size(), spelled);
      if (id >= 0) {
        add_unknown();
        add({.id = id, .first = start, .count = character.size()});
      } else if (const auto bytes = bytes_of(character); !bytes.empty()) {
        add_unknown();
        for (std::size_t index = 0; index < bytes.size(); ++index) {
          add({.id = bytes[index], .first = start + index, .count = 1});
        }
      } else if (parts_.unknown >= 0) {
        if (unknown && parts_.joins_unknown) {
          unknown->count += character.size();
        } else {
          add_unknown();
          unknown =
              Piece{.id = parts_.unknown, .first = start, .count = character.size(), .is_unknown = true};
        }
      }
    }
    add_unknown();
    return symbols;
  }

  Index id_of(std::string_view character, bool is_first, bool is_last, std::string& spelled) const {
    if ((is_first || parts_.prefix.empty()) && (!is_last || parts_.suffix.empty())) {
      return parts_.vocabulary.find(character);
    }
    spelled = is_first ? std::string() : parts_.prefix;
    spelled += character;
    if (is_last) spelled += parts_.suffix;
    return parts_.vocabulary.find(spelled);
  }

  /// The ids of its bytes, or nothing when one of them is missing.
  std::vector<Index> bytes_of(std::string_view character) const {
    std::vector<Index> ids;
    if (byte_ids_.empty()) return ids;
    for (const char byte : character) {
      const Index id = byte_ids_[static_cast<unsigned char>(byte)];
      if (id < 0) return {};
      ids.push_back(id);
    }
    return ids;
  }

  void merge(std::vector<Symbol>& symbols) const {
    std::priority_queue<Candidate> due;
    const auto consider = [&](Index left) {
      if (left < 0 || at(symbols, left).next < 0) return;
      const Symbol& symbol = at(symbols, left);
      const auto* found = merges_.find(symbol.piece.id, at(symbols, symbol.next).piece.id);
      if (found != nullptr) due.push({found->rank, found->result, left});
    };
    for (Index left = 0; left + 1 < static_cast<Index>(symbols.size()); ++left) consider(left);
    while (!due.empty()) {
      const Candidate candidate = due.top();
      due.pop();
      Symbol& left = at(symbols, candidate.left);
      if (left.piece.count == 0 || left.next < 0) continue;
      Symbol& right = at(symbols, left.next);
      // Either side may have become another piece since the candidate was noted.
      const auto* found = merges_.find(left.piece.id, right.piece.id);
      if (found == nullptr || found->result != candidate.result) continue;
      left.piece = {
          .id = found->result, .first = left.piece.first, .count = left.piece.count + right.piece.count};
      right.piece.count = 0;
      left.next = right.next;
      if (left.next >= 0) at(symbols, left.next).previous = candidate.left;
      consider(left.previous);
      consider(candidate.left);
    }
  }

  BytePairParts parts_;
  MergeTable merges_;
  std::vector<Index> byte_ids_;  // by byte, -1 where there is none; empty without fallback
};

std::vector<Merge> read_merges(const JsonNode& list, const BytePairParts& parts, const std::string& where) {
  std::vector<Merge> merges;
  merges.reserve(list.items().size());
  for (std::size_t index = 0; index < list.items().size(); ++index) {
    const JsonNode& item = list.items()[index];
    const auto place = [&] { return where + "[" + std::to_string(index) + "]"; };
    if (item.is_array() && item.items().size() == 2) {
      merges.push_back(
          read_merge(item.items()[0].text(place()), item.items()[1].text(place()), parts, place()));
      continue;
    }
    // Older files write the pair as one text.
    const std::string& both = item.text(place());
    if (both.starts_with("#version")) continue;
    const auto sides = split_fields(both, ' ');
    if (sides.size() != 2) {
      throw Error(Error::Kind::input, place() + ": expected two pieces, found '" + printable(both, 60) + "'");
    }
    merges.push_back(read_merge(sides[0], sides[1], parts, place()));
  }
  return merges;
}

const RegisteredPart<PieceModel> registered{
    "BPE", [](const JsonNode& node, const std::string& where) -> std::unique_ptr<const PieceModel> {
      BytePairParts parts;
      parts.vocabulary = Vocabulary::from_json(node.at("vocab", where), where + ".vocab");
      parts.prefix = node.text_or("continuing_subword_prefix", "", where);
      parts.suffix = node.text_or("end_of_word_suffix", "", where);
      parts.joins_unknown = node.flag_or("fuse_unk", false, where);
      parts.falls_back_to_bytes = node.flag_or("byte_fallback", false, where);
      parts.looks_up_words = node.flag_or("ignore_merges", false, where);
      if (const JsonNode* unknown = node.find("unk_token")) {
        parts.unknown = parts.vocabulary.at(unknown->text(where + ".unk_token"), where + ".unk_token");
      }
      parts.merges = read_merges(node.at("merges", where), parts, where + ".merges");
      return make_byte_pairs(std::move(parts));
    }};

}  // namespace

std::unique_ptr<const PieceModel> make_byte_pairs(BytePairParts parts) {
  return std::make_unique<BytePairs>(std::move(parts));
}

Merge read_merge(std::string_view left, std::string_view right, const BytePairParts& parts,
                 const std::string& where) {
  const auto find = [&](std::string_view piece) {
    const Index id = parts.vocabulary.find(piece);
    if (id >= 0) return id;
    throw Error(Error::Kind::input, where + " '" + printable(left, 40) + " " + printable(right, 40) +
                                        "': token '" + printable(piece, 40) + "' is not in the vocabulary");
  };
  std::string both(left);
  both += right.substr(right.starts_with(parts.prefix) ? parts.prefix.size() : 0);
  return {.left = find(left), .right = find(right), .result = find(both)};
}

std::vector<Merge> read_merge_lines(std::string_view text, const BytePairParts& parts,
                                    const std::string& where) {
  std::vector<Merge> merges;
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    if (line.empty() || line.starts_with("#version")) continue;
    const std::string place = where + ": line " + std::to_string(lines.number());
    const auto sides = split_fields(line, ' ');
    if (sides.size() != 2) {
      throw Error(Error::Kind::input, place + ": expected two pieces, found '" + printable(line, 60) + "'");
    }
    merges.push_back(read_merge(sides[0], sides[1], parts, place));
  }
  return merges;
}

std::string byte_piece(unsigned char byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  return {'<', '0', 'x', digits[byte >> 4U], digits[byte & 15U], '>'};
}

}  // namespace attnscope
