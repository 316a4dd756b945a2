// How often a head's strongest word is the syntactic head: the judgements behind a table of relations.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/held_out.hpp"
#include "core/matrix.hpp"
#include "text/conllu.hpp"

namespace attnscope {

/// A map is read both ways: the word attends to its head, or the head attends to the word.
enum class Direction { to_head, from_head };

/// How a head of each word is read off a map.
enum class Reading {
  word,  ///< the strongest other word
  root,  ///< the strongest of the other words and the root token
  tree,  ///< in the maximum arborescence
  edge   ///< in the undirected maximum spanning tree over words that are no punctuation
};

/// The gold trees of a treebank, word after word, and the verdicts on every candidate.
class DependencyJudgements {
 public:
  /// candidates: a map and a direction each, numbered by the caller.
  DependencyJudgements(const std::vector<TreebankSentence>& sentences, Index candidates);

  /// Reads the map of one sentence and notes what is right. word_map: [words + 1 x words + 1], root last.
  /// Thread safety: different sentences may be judged at once.
  void judge(Index sentence, Index candidate, ConstDoubleMatrixView word_map, Direction direction);
  /// Takes a sentence out of all figures.
  void leave_out(Index sentence) { left_out_[static_cast<std::size_t>(sentence)] = 1; }

  bool is_right(Index word, Index candidate, Reading reading) const;
  /// Whether the word that stands `offset` away, kept inside the sentence, is the head.
  bool is_right_at(Index word, Index offset) const;
  /// Whether the edge between the word and its head joins neighbours.
  bool joins_neighbours(Index word) const;

  /// Words in figures, by what is asked of them. `relation` empty means all but roots.
  enum class Punctuation { left_out, counted };
  std::vector<TrialUnit> words_with_head(Punctuation punctuation) const;
  std::vector<TrialUnit> words_and_roots(Punctuation punctuation) const;
  std::vector<TrialUnit> words_with_relation(const std::string& relation) const;
  /// Words joined to their heads by an edge between words that are no punctuation.
  std::vector<TrialUnit> edges() const;
  /// Relations of words that have a head, the most frequent first.
  std::vector<std::string> relations() const;

  Index words() const { return static_cast<Index>(words_.size()); }

 private:
  struct Word {
    Index sentence = 0;
    Index place = 0;  ///< in its sentence
    Index head = 0;   ///< in its sentence, or root, or no_head
    bool is_punctuation = false;
    std::string relation = {};
  };
  template <typename Wanted>
  std::vector<TrialUnit> choose(const Wanted& is_wanted) const;
  void note(Index word, Index candidate, Reading reading);
  const Word& word_at(Index word) const { return words_[static_cast<std::size_t>(word)]; }

  std::vector<Word> words_;
  std::vector<Index> starts_;  ///< of each sentence in words_, and the end
  std::vector<char> left_out_;
  BasicMatrix<std::uint8_t> verdicts_;  ///< [words x candidates], a bit for each Reading
};

/// "nsubj" of "nsubj:pass".
std::string universal_relation(const std::string& relation);

}  // namespace attnscope
