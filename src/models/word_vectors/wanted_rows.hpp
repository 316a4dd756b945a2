// Which words of a table are wanted, and the rows that have been found so far.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/matrix.hpp"
#include "models/embedding_table.hpp"

namespace attnscope {

class WantedRows {
 public:
  /// Wants each word as it is, in lower case, and "<unk>".
  explicit WantedRows(std::span<const std::string> words);
  /// Wants none, and notes every word that a table is asked about: all of its words, in their order.
  explicit WantedRows(std::vector<std::string>& noted) : noted_(&noted) {}

  /// To be called once, when the size of the vectors is known.
  void set_size(Index dim) { rows_ = Matrix(static_cast<Index>(found_.size()), dim); }
  Index dim() const { return rows_.cols(); }

  /// The place of a word that is wanted and not found yet, or -1.
  Index place(std::string_view word) const;
  /// The row to fill. Requires: place >= 0. Afterwards the word counts as found.
  std::span<float> take(Index place);
  /// Whether every word has been found as it is, so that the rest of a table need not be read.
  bool is_complete() const { return noted_ == nullptr && exact_left_ == 0; }

  /// A row for each word, found or not.
  EmbeddingTable table(std::span<const std::string> words) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  void want(const std::string& word, bool is_exact);
  const Index* found_place(std::string_view word) const;

  std::unordered_map<std::string, Index, Hash, std::equal_to<>> places_;
  std::vector<bool> found_;
  std::vector<bool> is_exact_;
  Index exact_left_ = 0;
  std::vector<std::string>* noted_ = nullptr;
  Matrix rows_;
};

/// Every letter's simple lower case; bytes that are not UTF-8 stay.
std::string lower_case(std::string_view text);

}  // namespace attnscope
