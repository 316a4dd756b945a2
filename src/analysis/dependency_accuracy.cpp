#include "analysis/dependency_accuracy.hpp"

#include <algorithm>
#include <map>

#include "analysis/spanning_tree.hpp"

namespace attnscope {
namespace {

constexpr Index nothing = -3;  ///< where no word has any weight

unsigned bit_of(Reading reading) {
  return 1U << static_cast<unsigned>(reading);
}

bool is_punctuation(const TreebankWord& word) {
  return word.part_of_speech.empty() ? universal_relation(word.relation) == "punct"
                                     : word.part_of_speech == "PUNCT";
}

/// The strongest of the first `candidates` columns but the word itself; ties go to the first.
Index strongest(ConstDoubleMatrixView scores, Index word, Index candidates) {
  Index best = nothing;
  double most = 0.0;
  for (Index other = 0; other < candidates; ++other) {
    if (other == word || scores(word, other) <= most) continue;
    most = scores(word, other);
    best = other;
  }
  return best;
}

DoubleMatrix transposed(ConstDoubleMatrixView matrix) {
  DoubleMatrix result(matrix.cols, matrix.rows);
  for (Index row = 0; row < matrix.rows; ++row) {
    for (Index col = 0; col < matrix.cols; ++col) result(col, row) = matrix(row, col);
  }
  return result;
}

}  // namespace

std::string universal_relation(const std::string& relation) {
  return relation.substr(0, relation.find(':'));
}

DependencyJudgements::DependencyJudgements(const std::vector<TreebankSentence>& sentences, Index candidates)
    : left_out_(sentences.size(), 0) {
  for (std::size_t sentence = 0; sentence < sentences.size(); ++sentence) {
    starts_.push_back(words());
    const std::vector<TreebankWord>& words = sentences[sentence].words;
    for (std::size_t place = 0; place < words.size(); ++place) {
      words_.push_back({.sentence = static_cast<Index>(sentence),
                        .place = static_cast<Index>(place),
                        .head = words[place].head,
                        .is_punctuation = is_punctuation(words[place]),
                        .relation = words[place].relation});
    }
  }
  starts_.push_back(words());
  verdicts_ = BasicMatrix<std::uint8_t>(words(), candidates);
}

void DependencyJudgements::note(Index word, Index candidate, Reading reading) {
  const unsigned verdict = verdicts_(word, candidate) | bit_of(reading);
  verdicts_(word, candidate) = static_cast<std::uint8_t>(verdict);
}

void DependencyJudgements::judge(Index sentence, Index candidate, ConstDoubleMatrixView word_map,
                                 Direction direction) {
  const Index start = starts_[static_cast<std::size_t>(sentence)];
  const Index count = starts_[static_cast<std::size_t>(sentence) + 1] - start;
  DoubleMatrix turned;
  if (direction == Direction::from_head) turned = transposed(word_map);
  const ConstDoubleMatrixView scores =
      direction == Direction::from_head ? ConstDoubleMatrixView(turned.view()) : word_map;
  const std::vector<Index> tree = maximum_arborescence(scores);
  std::vector<Index> nodes;
  for (Index place = 0; place < count; ++place) {
    if (!word_at(start + place).is_punctuation) nodes.push_back(place);
  }
  const auto edges = maximum_spanning_tree(scores, nodes);
  for (Index place = 0; place < count; ++place) {
    const Index head = word_at(start + place).head;
    if (head == TreebankWord::no_head) continue;
    const Index at_root = strongest(scores, place, count + 1);
    if (strongest(scores, place, count) == head) note(start + place, candidate, Reading::word);
    if ((at_root == count ? TreebankWord::root : at_root) == head) {
      note(start + place, candidate, Reading::root);
    }
    if (tree[static_cast<std::size_t>(place)] == head) note(start + place, candidate, Reading::tree);
    if (head >= 0 && std::binary_search(edges.begin(), edges.end(),
                                        std::pair<Index, Index>(std::minmax(place, head)))) {
      note(start + place, candidate, Reading::edge);
    }
  }
}

bool DependencyJudgements::is_right(Index word, Index candidate, Reading reading) const {
  return (verdicts_(word, candidate) & bit_of(reading)) != 0;
}

bool DependencyJudgements::is_right_at(Index word, Index offset) const {
  const Word& one = word_at(word);
  const auto sentence = static_cast<std::size_t>(one.sentence);
  const Index last = starts_[sentence + 1] - starts_[sentence] - 1;
  return one.head >= 0 && std::clamp(one.place + offset, Index{0}, last) == one.head;
}

bool DependencyJudgements::joins_neighbours(Index word) const {
  const Word& one = word_at(word);
  return one.head >= 0 && (one.head == one.place + 1 || one.head + 1 == one.place);
}

template <typename Wanted>
std::vector<TrialUnit> DependencyJudgements::choose(const Wanted& is_wanted) const {
  std::vector<TrialUnit> units;
  for (Index word = 0; word < words(); ++word) {
    const Word& one = word_at(word);
    if (left_out_[static_cast<std::size_t>(one.sentence)] == 0 && is_wanted(one)) {
      units.push_back({.unit = word, .group = one.sentence});
    }
  }
  return units;
}

std::vector<TrialUnit> DependencyJudgements::words_with_head(Punctuation punctuation) const {
  return choose([&](const Word& word) {
    return word.head >= 0 && (punctuation == Punctuation::counted || !word.is_punctuation);
  });
}

std::vector<TrialUnit> DependencyJudgements::words_and_roots(Punctuation punctuation) const {
  return choose([&](const Word& word) {
    return word.head != TreebankWord::no_head &&
           (punctuation == Punctuation::counted || !word.is_punctuation);
  });
}

std::vector<TrialUnit> DependencyJudgements::words_with_relation(const std::string& relation) const {
  return choose([&](const Word& word) { return word.head >= 0 && word.relation == relation; });
}

std::vector<TrialUnit> DependencyJudgements::edges() const {
  return choose([&](const Word& word) {
    return word.head >= 0 && !word.is_punctuation &&
           !word_at(starts_[static_cast<std::size_t>(word.sentence)] + word.head).is_punctuation;
  });
}

std::vector<std::string> DependencyJudgements::relations() const {
  std::map<std::string, Index> counts;
  for (const Word& word : words_) {
    if (word.head >= 0 && left_out_[static_cast<std::size_t>(word.sentence)] == 0) ++counts[word.relation];
  }
  std::vector<std::string> names;
  for (const auto& [name, count] : counts) names.push_back(name);
  std::stable_sort(names.begin(), names.end(), [&](const std::string& one, const std::string& two) {
    return counts[one] > counts[two];
  });
  return names;
}

}  // namespace attnscope
