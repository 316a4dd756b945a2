#include "cli/dependency_table.hpp"

#include <cstdlib>

#include "core/random.hpp"

namespace attnscope::cli {
namespace {

constexpr std::uint64_t bootstrap_seed = 1;

DependencyRow make_row(const DependencyJudgements& judgements, const DependencyQuestion& question,
                       Index candidate_count, const std::vector<Index>& eligible) {
  static const std::vector<Index> offsets{-3, -2, -1, 1, 2, 3};
  DependencyRow row;
  row.name = question.name;
  row.count = static_cast<Index>(question.units.size());
  const IsRight by_head = [&](Index word, Index candidate) {
    return judgements.is_right(word, candidate, question.reading);
  };
  // An undirected tree of neighbours is the only one that a fixed offset makes.
  const IsRight by_offset = [&](Index word, Index offset) {
    return question.reading == Reading::edge ? std::abs(offset) == 1 && judgements.joins_neighbours(word)
                                             : judgements.is_right_at(word, offset);
  };
  const std::uint64_t seed = seed_for(bootstrap_seed, question.name);
  if (!eligible.empty()) row.head = choose_held_out(question.units, eligible, by_head, seed);
  row.offset = choose_held_out(question.units, offsets, by_offset, seed);
  for (Index candidate = 0; candidate < candidate_count; ++candidate) {
    row.by_candidate.push_back(proportion_of(question.units, candidate, by_head));
  }
  return row;
}

}  // namespace

std::vector<DependencyQuestion> summary_questions(const DependencyJudgements& judgements) {
  using Punctuation = DependencyJudgements::Punctuation;
  return {{"all", Reading::word, judgements.words_with_head(Punctuation::left_out)},
          {"all+punct", Reading::word, judgements.words_with_head(Punctuation::counted)},
          {"UAS", Reading::root, judgements.words_and_roots(Punctuation::left_out)},
          {"UAS+punct", Reading::root, judgements.words_and_roots(Punctuation::counted)},
          {"tree UAS", Reading::tree, judgements.words_and_roots(Punctuation::left_out)},
          {"UUAS", Reading::edge, judgements.edges()}};
}

std::vector<DependencyQuestion> relation_questions(const DependencyJudgements& judgements) {
  std::vector<DependencyQuestion> questions;
  for (const std::string& relation : judgements.relations()) {
    questions.push_back({relation, Reading::word, judgements.words_with_relation(relation)});
  }
  return questions;
}

DependencyTable make_table(const DependencyJudgements& judgements, const std::vector<Candidate>& candidates,
                           const std::vector<Index>& eligible, std::vector<DeclaredHead> declared,
                           ThreadPool& pool) {
  DependencyTable table;
  table.candidates = candidates;
  table.declared = std::move(declared);
  std::vector<DependencyQuestion> questions = summary_questions(judgements);
  for (const DependencyQuestion& question : questions) table.summary.push_back(question.name);
  for (DependencyQuestion& question : relation_questions(judgements)) {
    questions.push_back(std::move(question));
  }
  table.rows.resize(questions.size());
  pool.run(static_cast<Index>(questions.size()), [&](Index unit, Index) {
    const auto place = static_cast<std::size_t>(unit);
    table.rows[place] =
        make_row(judgements, questions[place], static_cast<Index>(candidates.size()), eligible);
  });
  for (DeclaredHead& one : table.declared) {
    for (std::size_t place = 0; place < table.summary.size(); ++place) {
      const DependencyQuestion& question = questions[place];
      const IsRight is_right = [&](Index word, Index candidate) {
        return judgements.is_right(word, candidate, question.reading);
      };
      one.figures.push_back(proportion_of(question.units, one.candidate, is_right));
      one.intervals.push_back(bootstrap_interval(question.units, one.candidate, is_right,
                                                 seed_for(bootstrap_seed, question.name)));
    }
  }
  return table;
}

}  // namespace attnscope::cli
