// Pieces to words: the sums and means are small enough to do by hand.
#include "analysis/word_map.hpp"
#include "core/error.hpp"
#include "support/catch.hpp"

using namespace attnscope;

namespace {

/// [CLS] play ##ing chess [SEP]
std::vector<Token> tokens() {
  std::vector<Token> all(5);
  all[0].special = true;
  all[1].word = 0;
  all[2].word = 0;
  all[3].word = 1;
  all[4].special = true;
  return all;
}

Matrix weights() {
  Matrix map(5, 5);
  const float rows[5][5] = {{0.5F, 0.125F, 0.125F, 0.25F, 0.0F},
                            {0.25F, 0.25F, 0.0F, 0.5F, 0.0F},
                            {0.0F, 0.25F, 0.25F, 0.0F, 0.5F},
                            {0.125F, 0.5F, 0.25F, 0.125F, 0.0F},
                            {1.0F, 0.0F, 0.0F, 0.0F, 0.0F}};
  for (Index row = 0; row < 5; ++row) {
    for (Index col = 0; col < 5; ++col) map(row, col) = rows[row][col];
  }
  return map;
}

}  // namespace

TEST_CASE("attention to a split word is summed, from it averaged, and [CLS] is the root", "[word-map]") {
  const DoubleMatrix map = WordMapper(tokens(), 2).apply(weights(), {});
  REQUIRE(map.rows() == 3);
  CHECK(map(0, 0) == 0.375);   // (0.25 + 0) and (0.25 + 0.25), halved
  CHECK(map(0, 1) == 0.25);    // 0.5 and 0, halved
  CHECK(map(0, 2) == 0.125);   // to [CLS]: 0.25 and 0, halved
  CHECK(map(1, 0) == 0.75);    // 0.5 + 0.25
  CHECK(map(1, 2) == 0.125);
  CHECK(map(2, 0) == 0.25);    // from [CLS]
}

TEST_CASE("other rules take the first piece or the largest", "[word-map]") {
  const WordMapper mapper(tokens(), 2);
  CHECK(mapper.apply(weights(), {.to = WordPooling::sum, .from = WordPooling::first})(0, 1) == 0.5);
  CHECK(mapper.apply(weights(), {.to = WordPooling::largest, .from = WordPooling::mean})(1, 0) == 0.5);
  CHECK(mapper.apply(weights(), {.to = WordPooling::mean, .from = WordPooling::sum})(1, 0) == 0.375);
  CHECK_THROWS_AS(parse_word_pooling("median"), Error);
}

TEST_CASE("a text without a special token first has a root of no weight", "[word-map]") {
  std::vector<Token> plain(2);
  plain[0].word = 0;
  plain[1].word = 1;
  Matrix map(2, 2);
  map(0, 1) = 1.0F;
  const DoubleMatrix words = WordMapper(plain, 2).apply(map, {});
  CHECK(words(0, 1) == 1.0);
  CHECK(words(0, 2) == 0.0);
}
