#include "analysis/map_distance.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/spectrum.hpp"
#include "support/catch.hpp"

using namespace attnscope;

namespace {

Matrix matrix_of(Index rows, Index cols, std::initializer_list<float> numbers) {
  Matrix matrix(rows, cols);
  std::copy(numbers.begin(), numbers.end(), matrix.data());
  return matrix;
}

}  // namespace

TEST_CASE("a map has no distance to itself", "[analysis][distance]") {
  const Matrix map = matrix_of(2, 2, {0.25F, 0.75F, 1, 0});
  const Matrix values = matrix_of(2, 1, {3, 5});
  const MapDistance distance = distance_of(map, map, values);
  CHECK(distance.mean_kl == 0.0);
  CHECK(distance.worst_reverse_kl == 0.0);
  CHECK(distance.frobenius == 0.0);
  CHECK(distance.output_error == 0.0);
  CHECK(distance.top_agreement == 1.0);
  CHECK(distance.mass_kept == 1.0);
}

TEST_CASE("a pattern that leaves out keys: the reverse divergence is minus the logarithm of the mass kept",
          "[analysis][distance]") {
  const Matrix exact = matrix_of(1, 4, {0.5F, 0.25F, 0.125F, 0.125F});
  const Matrix kept = matrix_of(1, 4, {2.0F / 3, 1.0F / 3, 0, 0});
  const MapDistance distance = distance_of(exact, kept, {});
  CHECK(distance.mass_kept == Approx(0.75));
  CHECK(distance.mean_reverse_kl == Approx(-std::log(0.75)).epsilon(1e-6));
  CHECK(std::isinf(distance.mean_kl));
  CHECK(std::isnan(distance.output_error));
}

TEST_CASE("divergences of two rows, by hand", "[analysis][distance]") {
  const Matrix exact = matrix_of(2, 2, {0.5F, 0.5F, 1, 0});
  const Matrix other = matrix_of(2, 2, {0.25F, 0.75F, 0.5F, 0.5F});
  const Matrix values = matrix_of(2, 2, {1, 0, 0, 1});  // the identity: outputs are the maps themselves
  const MapDistance distance = distance_of(exact, other, values);
  const double first = 0.5 * std::log(2.0) + 0.5 * std::log(2.0 / 3.0);
  CHECK(distance.mean_kl == Approx((first + std::log(2.0)) / 2.0));
  CHECK(distance.worst_kl == Approx(std::log(2.0)));
  CHECK(distance.frobenius == Approx(std::sqrt(2 * 0.0625 + 0.5)));
  CHECK(distance.relative_frobenius == Approx(std::sqrt((2 * 0.0625 + 0.5) / 1.5)));
  CHECK(distance.output_error == Approx(distance.relative_frobenius));
  CHECK(distance.top_agreement == 0.5);  // 0 and 0 against 1 and 0
}

TEST_CASE("weights below zero have no divergence", "[analysis][distance]") {
  const Matrix exact = matrix_of(1, 2, {0.5F, 0.5F});
  const Matrix other = matrix_of(1, 2, {1.5F, -0.5F});
  CHECK(std::isnan(distance_of(exact, other, {}).mean_kl));
  CHECK(distance_of(exact, other, {}).frobenius == Approx(std::sqrt(2.0)));
}

TEST_CASE("effective and stable rank of known maps", "[analysis][spectrum]") {
  Matrix uniform(4, 4);
  Matrix identity(4, 4);
  Matrix blocks(4, 4);  // two uniform blocks of two
  Matrix previous(32, 32);
  for (Index row = 0; row < 4; ++row) {
    identity(row, row) = 1;
    for (Index col = 0; col < 4; ++col) {
      uniform(row, col) = 0.25F;
      blocks(row, col) = row / 2 == col / 2 ? 0.5F : 0.0F;
    }
  }
  for (Index row = 0; row < 32; ++row) previous(row, row > 0 ? row - 1 : 0) = 1;
  CHECK(effective_rank(singular_values(uniform)) == Approx(1.0));
  CHECK(effective_rank(singular_values(identity)) == Approx(4.0));
  CHECK(effective_rank(singular_values(blocks)) == Approx(2.0));
  CHECK(effective_rank(singular_values(previous)) == Approx(30.93).margin(0.005));
  CHECK(stable_rank(singular_values(uniform)) == Approx(1.0));
  CHECK(stable_rank(singular_values(identity)) == Approx(4.0));
  CHECK(stable_rank(singular_values(previous)) == Approx(16.0));
}
