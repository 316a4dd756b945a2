// The figures of a treebank: what is asked, of which candidates, and what came out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/dependency_accuracy.hpp"
#include "cli/head_choice.hpp"
#include "core/parallel.hpp"

namespace attnscope::cli {

/// A head read in one direction.
struct Candidate {
  LayerHead head;
  Direction direction = Direction::to_head;
};

/// Words, how heads are read, and where the baseline comes from.
struct DependencyQuestion {
  std::string name;
  Reading reading = Reading::word;
  std::vector<TrialUnit> units;
};

struct DependencyRow {
  std::string name;
  Index count = 0;  ///< words in all sentences
  HeldOutChoice head;
  HeldOutChoice offset;  ///< candidates are offsets
  std::vector<Proportion> by_candidate;  ///< of all sentences
};

/// A head, or a weighted set of heads, whose figures are read off all sentences: nothing was chosen on them.
struct DeclaredHead {
  std::string name;     ///< "head 4:0", "heads 4:0=0.7,2:5=0.3 together"
  std::string why;      ///< "declared by the model"
  Index candidate = 0;  ///< of the judgements
  std::vector<Proportion> figures = {};  ///< of `DependencyTable::summary`
  std::vector<Interval> intervals = {};
};

struct DependencyTable {
  std::vector<Candidate> candidates;
  std::vector<std::string> summary;  ///< names of the questions over all words
  std::vector<DeclaredHead> declared;
  std::vector<DependencyRow> rows;  ///< the summary's, then relations
};

/// "all", "UAS", …: the questions over all words; then one for each relation.
std::vector<DependencyQuestion> summary_questions(const DependencyJudgements& judgements);
std::vector<DependencyQuestion> relation_questions(const DependencyJudgements& judgements);

/// eligible: candidates to choose from. Results do not depend on the pool.
DependencyTable make_table(const DependencyJudgements& judgements, const std::vector<Candidate>& candidates,
                           const std::vector<Index>& eligible, std::vector<DeclaredHead> declared,
                           ThreadPool& pool);

}  // namespace attnscope::cli
