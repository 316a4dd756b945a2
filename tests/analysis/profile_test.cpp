#include "analysis/profile.hpp"

#include "support/catch.hpp"

using namespace attnscope;

namespace {

std::vector<Token> tokens_of(Index count) {
  return std::vector<Token>(static_cast<std::size_t>(count));
}

/// Each token looks at the one before it, the first at itself.
Matrix previous_token(Index count) {
  Matrix map(count, count);
  for (Index query = 0; query < count; ++query) map(query, query > 0 ? query - 1 : 0) = 1;
  return map;
}

Matrix uniform(Index count) {
  Matrix map(count, count);
  for (float& weight : map.numbers()) weight = 1.0F / static_cast<float>(count);
  return map;
}

}  // namespace

TEST_CASE("the profile of a previous-token head", "[analysis][profile]") {
  HeadProfile profile;
  profile.add(previous_token(4), tokens_of(4));
  CHECK(shape_names[profile.main_shape()] == "diagonal");
  CHECK(profile.offset() == -1);
  CHECK(profile.offsets()[profile_reach - 1] == Approx(0.75));
  CHECK(profile.offsets()[profile_reach] == Approx(0.25));
  CHECK(profile.top_keys().front() == Approx(1.0));
  // Columns of two ones, one, one: squares of the singular values 2, 1, 1.
  CHECK(profile.energy()[0] == Approx(0.5));
  CHECK(profile.energy()[1] == Approx(0.75));
  CHECK(profile.energy()[3] == Approx(1.0));
}

TEST_CASE("profiles are means over texts, and join", "[analysis][profile]") {
  HeadProfile both;
  both.add(uniform(4), tokens_of(4));
  both.add(uniform(8), tokens_of(8));
  HeadProfile first;
  HeadProfile second;
  first.add(uniform(4), tokens_of(4));
  second.add(uniform(8), tokens_of(8));
  first.add(second);
  for (const HeadProfile* profile : {&both, &first}) {
    CHECK(profile->texts() == 2);
    CHECK(shape_names[profile->main_shape()] == "broad");
    CHECK(profile->metric("effective-keys") == Approx(6.0));
    CHECK(profile->metric("effective-rank") == Approx(1.0));
    CHECK(profile->rank_share() == Approx((1.0 / 4 + 1.0 / 8) / 2));
    CHECK(profile->entropy_share() == Approx(1.0));
    CHECK(profile->top_keys()[1] == Approx((2.0 / 4 + 2.0 / 8) / 2));
    CHECK(profile->energy()[0] == Approx(1.0));
  }
}
