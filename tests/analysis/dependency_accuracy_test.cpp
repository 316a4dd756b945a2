// Verdicts on one sentence whose map was made up, and the choice of a candidate on half of the data.
#include "analysis/dependency_accuracy.hpp"

#include "support/catch.hpp"

using namespace attnscope;
using Punctuation = DependencyJudgements::Punctuation;

namespace {

/// "Dogs bark ." with "bark" as the root.
std::vector<TreebankSentence> treebank() {
  TreebankSentence sentence;
  sentence.words = {{.form = "Dogs", .part_of_speech = "NOUN", .head = 1, .relation = "nsubj"},
                    {.form = "bark", .part_of_speech = "VERB", .head = TreebankWord::root, .relation = "root"},
                    {.form = ".", .part_of_speech = "PUNCT", .head = 1, .relation = "punct"}};
  return {sentence};
}

DoubleMatrix word_map() {
  DoubleMatrix map(4, 4);
  map(0, 1) = 0.5;   // Dogs to bark: right
  map(0, 3) = 0.125;
  map(1, 0) = 0.5;   // bark to Dogs, more than to the root
  map(1, 3) = 0.25;
  map(2, 0) = 0.5;   // . to Dogs: wrong
  map(2, 1) = 0.25;
  return map;
}

Index right(const DependencyJudgements& judgements, const std::vector<TrialUnit>& units, Index candidate,
            Reading reading) {
  return proportion_of(units, candidate, [&](Index word, Index which) {
           return judgements.is_right(word, which, reading);
         }).right;
}

}  // namespace

TEST_CASE("the strongest word is compared with the head, with and without root and punctuation",
          "[dependency]") {
  DependencyJudgements judgements(treebank(), 2);
  judgements.judge(0, 0, word_map(), Direction::to_head);
  const auto with_head = judgements.words_with_head(Punctuation::counted);
  CHECK(with_head.size() == 2);
  CHECK(judgements.words_with_head(Punctuation::left_out).size() == 1);
  CHECK(judgements.words_and_roots(Punctuation::counted).size() == 3);
  CHECK(right(judgements, with_head, 0, Reading::word) == 1);
  CHECK(right(judgements, judgements.words_and_roots(Punctuation::counted), 0, Reading::root) == 1);
  // Dogs → bark → root and . → Dogs sums to 1.25; the other way round the circle of Dogs and bark is 1.125.
  CHECK(right(judgements, judgements.words_and_roots(Punctuation::counted), 0, Reading::tree) == 2);
  CHECK(right(judgements, judgements.edges(), 0, Reading::edge) == 1);
  CHECK(right(judgements, with_head, 1, Reading::word) == 0);
  CHECK(judgements.relations() == std::vector<std::string>{"nsubj", "punct"});
}

TEST_CASE("read from the head, a map is turned over", "[dependency]") {
  DependencyJudgements judgements(treebank(), 1);
  judgements.judge(0, 0, word_map(), Direction::from_head);
  CHECK(right(judgements, judgements.words_with_relation("nsubj"), 0, Reading::word) == 1);
  // No word attends to the full stop, so nothing is found for it.
  CHECK(right(judgements, judgements.words_with_relation("punct"), 0, Reading::word) == 0);
}

TEST_CASE("fixed offsets stay inside the sentence", "[dependency]") {
  const DependencyJudgements judgements(treebank(), 1);
  CHECK(judgements.is_right_at(0, 1));
  CHECK(judgements.is_right_at(2, -1));
  CHECK_FALSE(judgements.is_right_at(0, 3));
  CHECK_FALSE(judgements.is_right_at(1, -3));
  CHECK(judgements.joins_neighbours(0));
  CHECK_FALSE(judgements.joins_neighbours(1));
}

TEST_CASE("a candidate is chosen on even groups and judged on odd ones", "[held-out]") {
  // Candidate 0 is right on units 0 and 1, candidate 1 on units 2 to 5.
  const std::vector<TrialUnit> units{{0, 0}, {1, 2}, {2, 2}, {3, 1}, {4, 3}, {5, 3}};
  const IsRight is_right = [](Index unit, Index candidate) { return (unit < 2) == (candidate == 0); };
  const HeldOutChoice choice = choose_held_out(units, std::vector<Index>{0, 1}, is_right, 1);
  CHECK(choice.candidate == 0);
  CHECK(choice.held_out.right == 0);
  CHECK(choice.held_out.of == 3);
  CHECK(choice.biased_candidate == 1);
  CHECK(choice.biased.right == 4);
  CHECK(choice.biased.of == 6);
}

TEST_CASE("the bootstrap interval has no width where all groups agree", "[held-out]") {
  const std::vector<TrialUnit> units{{0, 0}, {1, 0}, {2, 1}, {3, 1}};
  const IsRight half = [](Index unit, Index) { return unit % 2 == 0; };
  const Interval same = bootstrap_interval(units, 0, half, 1);
  CHECK(same.low == 0.5);
  CHECK(same.high == 0.5);
  const IsRight first_group = [](Index unit, Index) { return unit < 2; };
  const Interval wide = bootstrap_interval(units, 0, first_group, 1);
  CHECK(wide.low == 0.0);
  CHECK(wide.high == 1.0);
}
