// Byte-pair encoding, made from its parts: for files other than tokenizer.json.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "text/parts.hpp"
#include "text/vocabulary.hpp"

namespace attnscope {

/// Two neighbouring pieces that become one; earlier merges go first.
struct Merge {
  Index left = 0;
  Index right = 0;
  Index result = 0;
};

struct BytePairParts {
  Vocabulary vocabulary;
  std::vector<Merge> merges = {};
  std::string prefix = {};           ///< before every character but the first of a word
  std::string suffix = {};           ///< after the last character of a word
  Index unknown = -1;                ///< without it characters that are not in the vocabulary vanish
  bool joins_unknown = false;        ///< neighbouring unknown characters are one token
  bool falls_back_to_bytes = false;  ///< unknown characters become "<0xE4>" and so on
  bool looks_up_words = false;       ///< a word that is a piece is not built from merges
};

std::unique_ptr<const PieceModel> make_byte_pairs(BytePairParts parts);

/// The merge of two pieces. Throws: Error(input) when one of them, or both together, are no piece; `where`
/// names it.
Merge read_merge(std::string_view left, std::string_view right, const BytePairParts& parts,
                 const std::string& where);

/// "left right" a line; a first line "#version…" and empty lines are skipped. `where` is the name of the
/// file.
std::vector<Merge> read_merge_lines(std::string_view text, const BytePairParts& parts,
                                    const std::string& where);

/// "<0x0A>"
std::string byte_piece(unsigned char byte);

}  // namespace attnscope
