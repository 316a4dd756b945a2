// Trees of the largest sum: a worked example, and every tree of small graphs tried.
#include "analysis/spanning_tree.hpp"

#include <functional>

#include "core/random.hpp"
#include "support/catch.hpp"

using namespace attnscope;

namespace {

double sum_of(const DoubleMatrix& scores, const std::vector<Index>& heads) {
  double sum = 0.0;
  for (std::size_t word = 0; word < heads.size(); ++word) {
    sum += scores(static_cast<Index>(word), heads[word] < 0 ? scores.rows() - 1 : heads[word]);
  }
  return sum;
}

bool is_tree(const std::vector<Index>& heads) {
  Index roots = 0;
  for (std::size_t word = 0; word < heads.size(); ++word) {
    roots += heads[word] < 0 ? 1 : 0;
    auto node = static_cast<Index>(word);
    std::size_t steps = 0;
    while (node >= 0 && steps++ <= heads.size()) node = heads[static_cast<std::size_t>(node)];
    if (node >= 0) return false;
  }
  return roots == 1;
}

/// The largest sum of all trees, by trying every choice of heads.
double best_by_trying(const DoubleMatrix& scores) {
  const Index words = scores.rows() - 1;
  std::vector<Index> heads(static_cast<std::size_t>(words), -1);
  double best = -1e9;
  const std::function<void(std::size_t)> choose = [&](std::size_t word) {
    if (word == heads.size()) {
      if (is_tree(heads)) best = std::max(best, sum_of(scores, heads));
      return;
    }
    for (Index head = -1; head < words; ++head) {
      heads[word] = head;
      if (head != static_cast<Index>(word)) choose(word + 1);
    }
  };
  choose(0);
  return best;
}

}  // namespace

TEST_CASE("the arborescence of John saw Mary is that of McDonald et al. 2005", "[spanning-tree]") {
  // Words John, saw, Mary; scores(dependent, head), the root last. Greedy heads make the circle John, saw.
  DoubleMatrix scores(4, 4);
  scores(0, 3) = 9;
  scores(1, 3) = 10;
  scores(2, 3) = 9;
  scores(0, 1) = 30;
  scores(1, 0) = 20;
  scores(2, 1) = 30;
  scores(1, 2) = 0;
  scores(0, 2) = 11;
  scores(2, 0) = 3;
  CHECK(maximum_arborescence(scores) == std::vector<Index>{1, -1, 1});
}

TEST_CASE("no tree with one root has a larger sum", "[spanning-tree]") {
  Random random(7);
  for (int round = 0; round < 60; ++round) {
    const Index words = 2 + random.below(4);
    DoubleMatrix scores(words + 1, words + 1);
    for (double& score : scores.numbers()) score = static_cast<double>(random.below(20)) / 16.0;
    const std::vector<Index> heads = maximum_arborescence(scores);
    REQUIRE(is_tree(heads));
    REQUIRE(sum_of(scores, heads) == best_by_trying(scores));
  }
}

TEST_CASE("one word hangs on the root", "[spanning-tree]") {
  CHECK(maximum_arborescence(DoubleMatrix(2, 2)) == std::vector<Index>{-1});
}

TEST_CASE("the undirected tree takes the heaviest edges that make no circle", "[spanning-tree]") {
  DoubleMatrix scores(5, 5);
  scores(0, 1) = 0.5;
  scores(1, 0) = 0.25;
  scores(1, 2) = 0.5;
  scores(0, 2) = 0.625;
  scores(3, 2) = 0.125;
  using Edges = std::vector<std::pair<Index, Index>>;
  CHECK(maximum_spanning_tree(scores, {0, 1, 2, 3}) == Edges{{0, 1}, {0, 2}, {2, 3}});
  CHECK(maximum_spanning_tree(scores, {0, 3}) == Edges{{0, 3}});
  CHECK(maximum_spanning_tree(scores, {2}).empty());
}
