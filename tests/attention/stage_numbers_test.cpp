// Numbers that the papers state, or that follow from a formula on paper.
#include <cmath>
#include <numeric>

#include "support/catch.hpp"
#include "support/maps_of.hpp"

using namespace attnscope;

namespace {

/// 1 where the pattern allows the pair, for one head.
BasicMatrix<std::uint8_t> allowed_by(const std::string& pattern, Index tokens, Index head = 0) {
  const SampleLayer sample({.tokens = tokens, .heads = 2, .head_size = 4});
  const auto mask = choose_pattern(pattern)->prepare(sample.layer().head(head));
  BasicMatrix<std::uint8_t> allowed(tokens, tokens);
  const std::vector<float> scores(static_cast<std::size_t>(tokens));
  for (Index query = 0; query < tokens; ++query) {
    const std::span<std::uint8_t> row = allowed.row(query);
    std::fill(row.begin(), row.end(), std::uint8_t{1});
    mask->restrict(query, scores, row);
  }
  return allowed;
}

BasicMatrix<std::uint8_t> two_steps(const BasicMatrix<std::uint8_t>& first,
                                    const BasicMatrix<std::uint8_t>& second) {
  BasicMatrix<std::uint8_t> reached(first.rows(), second.cols());
  for (Index from = 0; from < first.rows(); ++from) {
    for (Index over = 0; over < first.cols(); ++over) {
      if (first(from, over) == 0) continue;
      for (Index to = 0; to < second.cols(); ++to) reached(from, to) |= second(over, to);
    }
  }
  return reached;
}

Index count(const BasicMatrix<std::uint8_t>& allowed) {
  return std::accumulate(allowed.numbers().begin(), allowed.numbers().end(), Index{0});
}

std::vector<double> normalised(const std::string& normaliser, std::vector<double> scores) {
  const SampleLayer sample;
  DoubleMatrixView row(scores.data(), 1, static_cast<Index>(scores.size()));
  choose<Normaliser>(normaliser)->normalise(row, 0, sample.layer().head(0));
  return scores;
}

}  // namespace

TEST_CASE("sparsemax and entmax of 1, 0.5, -1", "[normaliser]") {
  CHECK(normalised("sparsemax", {1, 0.5, -1}) == std::vector<double>{0.75, 0.25, 0});
  const std::vector<double> entmax = normalised("entmax15", {1, 0.5, -1});
  CHECK(entmax[0] == Approx(0.673993).margin(5e-7));
  CHECK(entmax[1] == Approx(0.326007).margin(5e-7));
  CHECK(entmax[2] == 0.0);
}

TEST_CASE("entmax of two scores grows with their gap until one gets all", "[normaliser]") {
  CHECK(normalised("entmax15", {1, 0}).front() == Approx(0.830719).margin(5e-7));
  CHECK(normalised("entmax15", {1.5, 0}).front() == Approx(0.949609).margin(5e-7));
  CHECK(normalised("entmax15", {2, 0}).front() == Approx(1.0));
  CHECK(normalised("sparsemax", {1, 0}).front() == 1.0);
}

TEST_CASE("sparsemax leaves what is already on the simplex", "[normaliser]") {
  const std::vector<double> point = normalised("sparsemax", {0.5, 0.3, 0.2});
  CHECK(point[0] == Approx(0.5));
  CHECK(point[1] == Approx(0.3));
  CHECK(point[2] == Approx(0.2));
}

TEST_CASE("scores of zero: sigmoid and softmax off by one give 1/(n+1) to each", "[normaliser]") {
  CHECK(normalised("sigmoid", {0, 0, 0}) == std::vector<double>{0.25, 0.25, 0.25});
  CHECK(normalised("softmax-one", {0, 0, 0}) == std::vector<double>{0.25, 0.25, 0.25});
}

TEST_CASE("hard attention takes the first of equal scores", "[normaliser]") {
  CHECK(normalised("hard", {1, 2, 2}) == std::vector<double>{0, 1, 0});
}

TEST_CASE("rows and columns of Sinkhorn's map sum to one", "[normaliser]") {
  const SampleLayer sample;
  const Matrix map = map_of(sample.layer(), {.normaliser = "sinkhorn:rounds=500"});
  for (Index token = 0; token < 9; ++token) {
    double row = 0.0;
    double column = 0.0;
    for (Index other = 0; other < 9; ++other) {
      row += static_cast<double>(map(token, other));
      column += static_cast<double>(map(other, token));
    }
    CHECK(row == Approx(1.0).margin(1e-5));
    CHECK(column == Approx(1.0).margin(1e-5));
  }
}

TEST_CASE("BigBird with 16 blocks and 3 drawn sees 142 pairs of blocks", "[pattern]") {
  CHECK(count(allowed_by("bigbird:block=1,drawn=3", 16)) == 142);
}

TEST_CASE("another seed draws other keys, the same seed the same", "[pattern]") {
  CHECK(allowed_by("random:seed=3", 20) == allowed_by("random:seed=3", 20));
  CHECK_FALSE(allowed_by("random:seed=3", 20) == allowed_by("random:seed=4", 20));
  CHECK_FALSE(allowed_by("random", 20, 0) == allowed_by("random", 20, 1));
}

TEST_CASE("two steps in the star join any two tokens", "[pattern]") {
  const auto star = allowed_by("star", 12);
  CHECK(count(two_steps(star, star)) == 144);
}

TEST_CASE("two heads of the strided pattern reach everything before", "[pattern]") {
  const auto recent = allowed_by("sparse-strided:stride=4,heads=split", 16, 0);
  const auto far = allowed_by("sparse-strided:stride=4,heads=split", 16, 1);
  CHECK(two_steps(recent, far) == allowed_by("causal", 16));
  CHECK(two_steps(far, recent) == allowed_by("causal", 16));
}

TEST_CASE("two layers of the fixed pattern reach everything before", "[pattern]") {
  const auto fixed = allowed_by("sparse-fixed:stride=4,summaries=1", 16);
  CHECK(two_steps(fixed, fixed) == allowed_by("causal", 16));
}

TEST_CASE("a row and then a column reach the whole picture", "[pattern]") {
  const auto row = allowed_by("grid-row:width=4", 12);
  const auto column = allowed_by("grid-column:width=4", 12);
  CHECK(count(two_steps(row, column)) == 144);
  CHECK(count(allowed_by("grid-row:width=4+grid-column:width=4", 12)) == 12 * (3 + 4 - 1));
}

TEST_CASE("three layers of a window of 4 reach 10 tokens", "[pattern]") {
  const auto window = allowed_by("sliding-window:width=4", 20);
  const auto reached = two_steps(two_steps(window, window), window);
  const auto last_row = reached.row(19);
  CHECK(std::accumulate(last_row.begin(), last_row.end(), Index{0}) == 10);
}

TEST_CASE("a neighbourhood sees equally many pixels everywhere", "[pattern]") {
  const auto allowed = allowed_by("neighbourhood:width=5,side=3", 25);
  for (Index query = 0; query < 25; ++query) {
    const auto row = allowed.row(query);
    CHECK(std::accumulate(row.begin(), row.end(), Index{0}) == 9);
  }
}

TEST_CASE("a hash bucket of its own still sees itself", "[pattern]") {
  const auto allowed = allowed_by("hash-buckets:buckets=64", 12);
  for (Index token = 0; token < 12; ++token) CHECK(allowed(token, token) == 1);
}

TEST_CASE("ALiBi slopes for 8, 12 and 16 heads", "[prior]") {
  const auto slope = [](Index head, Index heads) {
    const SampleLayer sample({.tokens = 2, .heads = heads, .head_size = 2});
    return -choose<Prior>("alibi")->prepare(sample.layer().head(head))->at(1, 0);
  };
  CHECK(slope(0, 8) == 0.5);
  CHECK(slope(7, 8) == 1.0 / 256.0);
  CHECK(slope(7, 12) == 1.0 / 256.0);
  CHECK(slope(8, 12) == Approx(0.7071068).margin(5e-8));
  CHECK(slope(9, 12) == Approx(0.3535534).margin(5e-8));
  CHECK(slope(10, 12) == Approx(0.1767767).margin(5e-8));
  CHECK(slope(11, 12) == Approx(0.0883883).margin(5e-8));
  CHECK(slope(0, 16) == Approx(0.7071068).margin(5e-8));
  CHECK(slope(1, 16) == 0.5);
}

TEST_CASE("an adaptive span of 6 with a ramp of 4 fades from 7 to 10 tokens back", "[prior]") {
  const SampleLayer sample({.tokens = 2});
  const auto term = choose<Prior>("adaptive-span:spans=6,ramp=4")->prepare(sample.layer().head(0));
  CHECK(term->at(6, 0) == 0.0);
  CHECK(std::exp(term->at(7, 0)) == Approx(0.75));
  CHECK(std::exp(term->at(8, 0)) == Approx(0.5));
  CHECK(std::exp(term->at(9, 0)) == Approx(0.25));
  CHECK(std::exp(term->at(10, 0)) == 0.0);
}

TEST_CASE("hard-coded bells sum to one inside the text and lose their tails at its edges", "[similarity]") {
  const SampleLayer sample({.tokens = 41});
  const auto row_sum = [&](const std::string& settings, Index query) {
    const Matrix map = map_of(sample.layer(), {.variant = "hard-coded-gaussian:" + settings});
    const auto row = map.row(query);
    return std::accumulate(row.begin(), row.end(), 0.0);
  };
  CHECK(row_sum("offsets=0", 20) == Approx(1.0).margin(1e-6));
  CHECK(row_sum("offsets=0,sigma=0.5", 20) == Approx(1.0144).margin(5e-5));
  CHECK(row_sum("offsets=0", 0) == Approx(0.699471).margin(1e-6));
  CHECK(row_sum("offsets=-1", 0) == Approx(0.300529).margin(1e-6));
}

TEST_CASE("rows of the Fourier map sum to the length once, then to zero", "[similarity]") {
  const SampleLayer sample({.tokens = 8});
  const Matrix map = map_of(sample.layer(), {.variant = "fnet"});
  for (Index query = 0; query < 8; ++query) {
    const auto row = map.row(query);
    CHECK(std::accumulate(row.begin(), row.end(), 0.0) == Approx(query == 0 ? 8.0 : 0.0).margin(1e-6));
  }
}

TEST_CASE("rows of talking weights sum to the columns of their mixture", "[mixer]") {
  SampleLayer sample({.heads = 2});
  Matrix mixture(2, 2);
  mixture(0, 0) = 0.5F;
  mixture(1, 0) = -2.0F;
  mixture(0, 1) = 1.0F;
  sample.parameters().give("talking.Pw", mixture, "test");
  const Matrix map = map_of(sample.layer(), {.mixers = {"talking-weights"}});
  for (Index query = 0; query < 9; ++query) {
    const auto row = map.row(query);
    CHECK(std::accumulate(row.begin(), row.end(), 0.0) == Approx(-1.5).margin(1e-5));
  }
}

TEST_CASE("rows of a differential map sum to one minus lambda of the layer", "[mixer]") {
  SampleLayer sample({.heads = 2});
  for (const auto& [layer, lambda] :
       {std::pair<Index, double>{0, 0.2}, {1, 0.355509}, {2, 0.470713}, {5, 0.666122}}) {
    sample.layer().index = layer;
    const auto map = map_of(sample.layer(), {.mixers = {"differential"}});
    const auto row = map.row(3);
    CHECK(std::accumulate(row.begin(), row.end(), 0.0) == Approx(1.0 - lambda).margin(2e-6));
  }
}

TEST_CASE("a cap keeps the ratio of two weights below e^(2c)", "[cap]") {
  const SampleLayer sample({.spread = 30.0});
  const Matrix map = map_of(sample.layer(), {.cap = "tanh:limit=1"});
  for (Index query = 0; query < 9; ++query) {
    const auto row = map.row(query);
    const auto [least, most] = std::minmax_element(row.begin(), row.end());
    CHECK(*most <= *least * 7.3891F);
  }
}

TEST_CASE("the nodes of a binary tree cover every token once, and the past once where it is causal",
          "[approximator]") {
  const SampleLayer sample({.tokens = 37});
  for (const char* nodes : {"bp-transformer:nodes=1", "bp-transformer:nodes=3"}) {
    const Matrix both = map_of(sample.layer(), {.variant = nodes});
    const Matrix causal = map_of(sample.layer(), {.variant = nodes, .pattern = "causal"});
    for (Index query = 0; query < 37; ++query) {
      for (Index key = 0; key < 37; ++key) {
        CHECK(both(query, key) > 0.0F);
        CHECK((causal(query, key) > 0.0F) == (key <= query));
      }
    }
  }
}
