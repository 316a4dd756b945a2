// Products against double loops. A sum of n terms in blocks of 256 may be off by (256 + n/256 + 2) roundings
// of the sum of the terms' magnitudes.
#include <array>
#include <cmath>
#include <limits>

#include "attention/kernels/kernel_cases.hpp"

using namespace attnscope;

namespace {

struct Shape {
  Index rows;
  Index inputs;
  Index outputs;
};

// Around the edges of the tiles (4 and 8 rows, 8, 24 and 48 columns) and of the block of 256 inputs.
constexpr std::array<Shape, 12> shapes{{{1, 1, 1},
                                        {1, 64, 5},
                                        {3, 7, 8},
                                        {5, 33, 47},
                                        {7, 32, 48},
                                        {8, 64, 49},
                                        {9, 255, 24},
                                        {12, 256, 25},
                                        {13, 257, 97},
                                        {16, 31, 16},
                                        {31, 513, 33},
                                        {65, 100, 131}}};

double error_bound(Index inputs, double magnitude) {
  const double roundings = static_cast<double>(std::min<Index>(inputs, 256) + inputs / 256 + 2);
  return roundings * 0x1p-24 * magnitude;
}

// The largest error of out = scale · x · wᵀ + bias as a share of its bound. w(output, input).
template <typename Weight>
double worst_share(ConstMatrixView x, Weight weight, std::span<const float> bias, float scale,
                   ConstMatrixView out) {
  double worst = 0.0;
  for (Index row = 0; row < out.rows; ++row) {
    for (Index output = 0; output < out.cols; ++output) {
      const double added = bias.empty() ? 0.0 : static_cast<double>(bias[static_cast<std::size_t>(output)]);
      double sum = 0.0;
      double magnitude = 0.0;
      for (Index input = 0; input < x.cols; ++input) {
        const double term = static_cast<double>(x(row, input)) * static_cast<double>(weight(output, input));
        sum += term;
        magnitude += std::abs(term);
      }
      const double expected = sum * static_cast<double>(scale) + added;
      const double bound = error_bound(x.cols, magnitude * static_cast<double>(scale) + std::abs(added));
      const double error = std::abs(static_cast<double>(out(row, output)) - expected);
      worst = std::max(worst, std::isfinite(error) ? error / bound : 1e9);
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("a linear layer is within the rounding error of its sums", "[kernels]") {
  ThreadPool pool(2);
  under_every_instruction_set([&] {
    for (const auto& [rows, inputs, outputs] : shapes) {
      CAPTURE(rows, inputs, outputs);
      const AwkwardMatrix x(rows, inputs, 1);
      const AwkwardMatrix weights(outputs, inputs, 2);
      const AwkwardMatrix bias(1, outputs, 3);
      const AwkwardMatrix y(rows, outputs);
      const kernels::PackedMatrix packed = kernels::pack(weights.view());
      CHECK(packed.outputs() == outputs);
      CHECK(packed.inputs() == inputs);
      kernels::linear(x.view(), packed, bias.view().row(0), y.view(), pool);
      CHECK(worst_share(x.view(), weights, bias.view().row(0), 1.0f, y.view()) <= 1.0);
      CHECK(y.gaps_are_untouched());
      kernels::linear(x.view(), packed, {}, y.view(), pool);
      CHECK(worst_share(x.view(), weights, {}, 1.0f, y.view()) <= 1.0);
    }
  });
}

TEST_CASE("scores are within the rounding error of their sums", "[kernels]") {
  under_every_instruction_set([&] {
    for (const auto& [rows, inputs, outputs] : shapes) {
      CAPTURE(rows, inputs, outputs);
      const AwkwardMatrix q(rows, inputs, 4, 3.0);
      const AwkwardMatrix k(outputs, inputs, 5, 3.0);
      const AwkwardMatrix s(rows, outputs);
      kernels::scores(q.view(), k.view(), 0.125f, s.view());
      CHECK(worst_share(q.view(), k, {}, 0.125f, s.view()) <= 1.0);
      CHECK(s.gaps_are_untouched());
      const AwkwardMatrix from_packed(rows, outputs);
      kernels::scores(q.view(), kernels::pack(k.view()), 0.125f, from_packed.view());
      CHECK(Matrix(from_packed.view()) == Matrix(s.view()));
    }
  });
}

TEST_CASE("weighted sums of values are within the rounding error of their sums", "[kernels]") {
  under_every_instruction_set([&] {
    for (const auto& [rows, inputs, outputs] : shapes) {
      CAPTURE(rows, inputs, outputs);
      const AwkwardMatrix w(rows, inputs, 6);
      const AwkwardMatrix v(inputs, outputs, 7);
      const AwkwardMatrix out(rows, outputs);
      kernels::weighted_sum(w.view(), v.view(), out.view());
      const auto value = [&](Index output, Index input) { return v(input, output); };
      CHECK(worst_share(w.view(), value, {}, 1.0f, out.view()) <= 1.0);
      CHECK(out.gaps_are_untouched());
    }
  });
}

TEST_CASE("products of no inputs are the bias, of no rows nothing", "[kernels]") {
  under_every_instruction_set([&] {
    const Matrix weights(3, 0);
    const std::array<float, 3> bias{1.0f, 2.0f, 3.0f};
    const AwkwardMatrix y(1, 3);
    kernels::linear(ConstMatrixView(nullptr, 1, 0), kernels::pack(weights), bias, y.view());
    CHECK(y(0, 0) == 1.0f);
    CHECK(y(0, 2) == 3.0f);
    kernels::scores(ConstMatrixView(nullptr, 0, 3), Matrix(2, 3), 1.0f, MatrixView(nullptr, 0, 2));
  });
}

TEST_CASE("products of huge, tiny and infinite numbers are what arithmetic says", "[kernels]") {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float denormal = 1e-40f;
  under_every_instruction_set([&] {
    Matrix q(1, 2);
    Matrix k(5, 2);
    q(0, 0) = 1e30f;
    q(0, 1) = 1.0f;
    k(0, 0) = 1e30f;
    k(1, 0) = -1e30f;
    k(2, 1) = denormal;
    k(3, 0) = 1e-30f;
    k(4, 1) = -infinity;
    const AwkwardMatrix s(1, 5);
    kernels::scores(q, k, 1.0f, s.view());
    CHECK(s(0, 0) == infinity);
    CHECK(s(0, 1) == -infinity);
    CHECK(s(0, 2) == denormal);
    CHECK(s(0, 3) == Approx(1.0));
    CHECK(s(0, 4) == -infinity);
  });
}

TEST_CASE("a linear layer is the same for 1, 2 and 7 threads, and for one row or many", "[kernels]") {
  under_every_instruction_set([&] {
    const AwkwardMatrix x(131, 300, 8);
    const AwkwardMatrix weights(419, 300, 9);
    const kernels::PackedMatrix packed = kernels::pack(weights.view());
    Matrix expected(131, 419);
    kernels::linear(x.view(), packed, {}, expected);
    for (const Index threads : {1, 2, 7}) {
      ThreadPool pool(threads);
      Matrix y(131, 419);
      kernels::linear(x.view(), packed, {}, y, pool);
      CHECK(y == expected);
    }
    Matrix one(1, 419);
    kernels::linear(x.view().row_range(77, 1), packed, {}, one);
    CHECK(one == Matrix(expected.view().row_range(77, 1)));
  });
}
