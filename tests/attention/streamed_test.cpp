// Streamed attention against a double loop over the explicit map, under every instruction set.
#include "attention/streamed.hpp"

#include <cmath>
#include <limits>

#include "attention/kernels/kernel_cases.hpp"
#include "support/streamed_cases.hpp"

using namespace attnscope;

namespace {

double worst_error(const StreamedCase& streamed, ConstMatrixView v, ConstMatrixView out) {
  const DoubleMatrix weights = weights_in_double(streamed);
  double worst = 0.0;
  for (Index query = 0; query < out.rows; ++query) {
    for (Index col = 0; col < out.cols; ++col) {
      double expected = 0.0;
      for (Index key = 0; key < v.rows; ++key)
        expected += weights(query, key) * static_cast<double>(v(key, col));
      const double error = std::abs(static_cast<double>(out(query, col)) - expected);
      worst = std::max(worst, std::isnan(error) ? 1e9 : error);
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("streamed context equals the weighted sum of the explicit map", "[streamed]") {
  ThreadPool pool(2);
  under_every_instruction_set([&] {
    for (const StreamedCase& streamed : streamed_cases()) {
      INFO(streamed.name);
      for (const Index value_size : {1, 13, 64}) {
        const AwkwardMatrix v(streamed.k.view().rows, value_size, 23);
        const AwkwardMatrix out(streamed.q.view().rows, value_size);
        streamed_context(streamed.q.view(), streamed.k.view(), v.view(), streamed.options, out.view(), pool);
        CHECK(worst_error(streamed, v.view(), out.view()) <= 1e-5);
        CHECK(out.gaps_are_untouched());
      }
    }
  });
}

TEST_CASE("streamed context is the same for 1, 2 and 7 threads", "[streamed]") {
  const StreamedCase streamed = streamed_cases().front();
  const AwkwardMatrix v(streamed.k.view().rows, 32, 24);
  Matrix expected(streamed.q.view().rows, 32);
  ThreadPool one(1);
  streamed_context(streamed.q.view(), streamed.k.view(), v.view(), streamed.options, expected, one);
  for (const Index threads : {2, 7}) {
    ThreadPool pool(threads);
    Matrix out(streamed.q.view().rows, 32);
    streamed_context(streamed.q.view(), streamed.k.view(), v.view(), streamed.options, out, pool);
    CHECK(out == expected);
  }
}

TEST_CASE("scores that grow along the text do not lose what came before", "[streamed]") {
  ThreadPool pool(1);
  under_every_instruction_set([&] {
    // Scores 0, 1, 2, …, 99: the largest changes in every tile.
    Matrix q(1, 1);
    q(0, 0) = 1.0f;
    Matrix k(100, 1);
    Matrix v(100, 1);
    for (Index key = 0; key < 100; ++key) {
      k(key, 0) = static_cast<float>(key);
      v(key, 0) = key < 50 ? 1.0f : 0.0f;
    }
    Matrix out(1, 1);
    streamed_context(q, k, v, {}, out, pool);
    CHECK(out(0, 0) == Approx(std::exp(-50.0)).epsilon(1e-5));
  });
}

TEST_CASE("streamed scores of ±1e30 and -infinity, and a NaN", "[streamed]") {
  ThreadPool pool(1);
  under_every_instruction_set([&] {
    Matrix q(3, 1);
    Matrix k(3, 1);
    Matrix v(3, 1);
    q(0, 0) = 1e15f;
    q(1, 0) = -1e15f;
    q(2, 0) = std::numeric_limits<float>::quiet_NaN();
    k(0, 0) = 1e15f;
    k(2, 0) = -1e15f;
    v(0, 0) = 1.0f;
    v(1, 0) = 2.0f;
    v(2, 0) = 4.0f;
    Matrix out(3, 1);
    streamed_context(q, k, v, {}, out, pool);
    CHECK(out(0, 0) == 1.0f);
    CHECK(out(1, 0) == 4.0f);
    CHECK(std::isnan(out(2, 0)));
  });
}
