// The cases of the CoNLL reference scorer (Pradhan et al. 2014), each mention a letter, with the fractions of their
// notes; the worked example of LEA's paper; assignments tried in every order.
#include "analysis/coreference_metric.hpp"

#include <algorithm>
#include <numeric>

#include "analysis/assignment.hpp"
#include "core/random.hpp"
#include "support/catch.hpp"

using namespace attnscope;

namespace {

/// "a bc def": three clusters.
Clustering clusters(const std::string& text) {
  Clustering result(1);
  for (const char letter : text) {
    if (letter == ' ') {
      result.emplace_back();
    } else {
      result.back().push_back(letter);
    }
  }
  return result;
}

ClusterCounts compare(const std::string& gold, const std::string& found) {
  return compare_clusters(clusters(gold), clusters(found));
}

void check(const MetricValue& value, double recall, double precision) {
  CHECK(value.recall == Approx(recall).margin(1e-12));
  CHECK(value.precision == Approx(precision).margin(1e-12));
  const double both = recall + precision;
  CHECK(value.f1 == Approx(both > 0.0 ? 2.0 * recall * precision / both : 0.0).margin(1e-12));
}

struct Case {
  std::string found;
  double muc[2];
  double b_cubed[2];
  double ceaf_mentions[2];
  double ceaf_entities[2];
};

/// BLANC by the shares of joined and apart pairs.
void check_blanc(const std::string& gold, const std::string& found, double recall, double precision, double f1) {
  const MetricValue value = blanc_of(compare(gold, found));
  CHECK(value.recall == Approx(recall).margin(5e-6));
  CHECK(value.precision == Approx(precision).margin(5e-6));
  CHECK(value.f1 == Approx(f1).margin(5e-6));
}

}  // namespace

TEST_CASE("cluster metrics of the reference scorer's cases A1 to A6", "[coreference-metric]") {
  const std::vector<Case> cases{
      {"a bc def", {1, 1}, {1, 1}, {1, 1}, {1, 1}},
      {"a de", {1.0 / 3, 1}, {7.0 / 18, 1}, {0.5, 1}, {0.6, 0.9}},
      {"a bcx defy z", {1, 0.6}, {1, 55.0 / 108}, {1, 6.0 / 9}, {93.0 / 105, 93.0 / 140}},
      {"a bcx dy z", {1.0 / 3, 1.0 / 3}, {5.0 / 9, 17.0 / 42}, {4.0 / 6, 4.0 / 7}, {2.2 / 3, 0.55}},
      {"a bcxB dy z", {1.0 / 3, 0.25}, {5.0 / 9, 5.0 / 16}, {4.0 / 6, 0.5}, {31.0 / 45, 31.0 / 60}},
      {"a bcx dy Bz", {1.0 / 3, 0.25}, {5.0 / 9, 17.0 / 48}, {4.0 / 6, 0.5}, {2.2 / 3, 0.55}}};
  for (const Case& one : cases) {
    CAPTURE(one.found);
    const ClusterCounts counts = compare("a bc def", one.found);
    check(value_of(counts.muc), one.muc[0], one.muc[1]);
    check(value_of(counts.b_cubed), one.b_cubed[0], one.b_cubed[1]);
    check(value_of(counts.ceaf_mentions), one.ceaf_mentions[0], one.ceaf_mentions[1]);
    check(value_of(counts.ceaf_entities), one.ceaf_entities[0], one.ceaf_entities[1]);
  }
}

TEST_CASE("MUC and B³ of cases A10 to A13 and of their papers, D to L", "[coreference-metric]") {
  check(value_of(compare("a bc def", "a b c d e f").muc), 0, 0);
  check(value_of(compare("a bc def", "a b c d e f").b_cubed), 0.5, 1);
  check(value_of(compare("a bc def", "abcdef").b_cubed), 1, 7.0 / 18);
  check(value_of(compare("a bc def", "a x y c d e z").b_cubed), 13.0 / 36, 4.0 / 7);
  check(value_of(compare("a bc def", "axycdez").b_cubed), 17.0 / 36, 6.0 / 49);
  check(value_of(compare("a bc def", "axycdez").muc), 1.0 / 3, 1.0 / 6);
  check(value_of(compare("12345 67 89ABC", "12345 6789ABC").b_cubed), 1, 16.0 / 21);
  check(value_of(compare("12345 67 89ABC", "12345 6789ABC").muc), 1, 0.9);
  check(value_of(compare("12345 67 89ABC", "1234589ABC 67").b_cubed), 1, 7.0 / 12);
  check(value_of(compare("ABCD", "AB CD").muc), 2.0 / 3, 1);
  check(value_of(compare("AB CD", "ABCD").muc), 1, 2.0 / 3);
  check(value_of(compare("ABC", "AC").muc), 0.5, 1);
  check(value_of(compare("BCDEGHJ", "ABC DEF GHI").muc), 0.5, 0.5);
  check(value_of(compare("ABC DEFG", "AB CD FGH").muc), 0.4, 0.5);
}

TEST_CASE("BLANC has the reference scorer's printed digits, with one kind of pair only as well", "[coreference-metric]") {
  check_blanc("a bc def", "a bc def", 1, 1, 1);
  check_blanc("a bc def", "a de", 0.21591, 1, 0.35385);
  check_blanc("a bc def", "a bcx defy z", 1, 0.42593, 0.59717);
  check_blanc("a bc def", "a bcx dy z", 0.35227, 0.27206, 0.30357);
  check_blanc("a bc def", "a bcxB dy z", 0.35227, 0.19048, 0.24716);
  check_blanc("a bc def", "a bcx dy Bz", 0.35227, 0.2087, 0.25817);
  check_blanc("a bc def", "a b c d e f", 0.5, 0.36667, 0.42308);
  check_blanc("a bc def", "abcdef", 0.5, 0.13333, 0.21053);
  check_blanc("a bc def", "a x y c d e z", 0.22727, 0.11905, 0.15625);
  check_blanc("a bc def", "axycdez", 0.125, 0.02381, 0.04);
  check_blanc("ab cde", "bcx de", 7.0 / 24, 7.0 / 24, 7.0 / 24);
  check_blanc("ab cde fg", "bcx de fg", 0.5125, 0.5125, 0.5125);
  check_blanc("abcdef", "a b c d e f", 0, 0, 0);
  check_blanc("abcdef", "ab cde f", 0.26667, 1, 0.42105);
  check_blanc("abcdef", "abcxyz", 0.2, 0.2, 0.2);
  check_blanc("abcdef", "ab cxy z", 0.06667, 0.25, 0.10526);
  check_blanc("a b c d e f", "a b c d e f", 1, 1, 1);
  check_blanc("a b c d e f", "abcdef", 0, 0, 0);
  check_blanc("a b c d e f", "ab cde f", 0.73333, 1, 0.84615);
  check_blanc("a b c d e f", "a b c x y z", 0.2, 0.2, 0.2);
  check_blanc("a b c d e f", "ab cxy z", 0.13333, 0.18182, 0.15385);
  check_blanc("a", "a", 1, 1, 1);
}

TEST_CASE("LEA weighs entities by size and counts resolved links", "[coreference-metric]") {
  // Moosavi and Strube 2016: keys {a, b, c} and {d, e, f, g}, system {a, b}, {c, d} and {f, g, h, i}.
  check(value_of(compare("abc defg", "ab cd fghi").lea), (3.0 / 3 + 4.0 / 6) / 7, (2.0 + 4.0 / 6) / 8);
  check(value_of(compare("a bc", "a bc").lea), 1, 1);
  check(value_of(compare("a bc", "ab c").lea), 0, 0);
}

TEST_CASE("documents are added part by part", "[coreference-metric]") {
  ClusterCounts counts = compare("ab", "ab");
  counts += compare("ab", "a b");
  check(value_of(counts.muc), 0.5, 1);
  check(value_of(counts.b_cubed), 0.75, 1);
}

TEST_CASE("no assignment has a larger sum", "[coreference-metric]") {
  Random random(3);
  for (int round = 0; round < 50; ++round) {
    const Index rows = 1 + random.below(5);
    const Index cols = rows + random.below(2);
    DoubleMatrix similarities(rows, cols);
    for (double& number : similarities.numbers()) number = static_cast<double>(random.below(16)) / 8.0;
    std::vector<Index> order(static_cast<std::size_t>(cols));
    std::iota(order.begin(), order.end(), 0);
    double best = 0.0;
    do {
      double sum = 0.0;
      for (Index row = 0; row < rows; ++row) sum += similarities(row, order[static_cast<std::size_t>(row)]);
      best = std::max(best, sum);
    } while (std::next_permutation(order.begin(), order.end()));
    REQUIRE(best_assignment(similarities) == Approx(best).margin(1e-12));
  }
  CHECK(best_assignment(DoubleMatrix(3, 0)) == 0.0);
}
