// Softmax and norms against double loops.
#include <cmath>
#include <limits>

#include "attention/kernels/kernel_cases.hpp"

using namespace attnscope;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

std::vector<double> softmax_in_double(std::span<const float> row) {
  double greatest = -INFINITY;
  for (const float score : row) greatest = std::max(greatest, static_cast<double>(score));
  std::vector<double> weights;
  double sum = 0.0;
  for (const float score : row) sum += weights.emplace_back(std::exp(static_cast<double>(score) - greatest));
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace

TEST_CASE("a softmax row equals the double one, also relative to small weights", "[kernels]") {
  under_every_instruction_set([&] {
    for (const Index cols : {1, 2, 7, 8, 15, 16, 17, 31, 33, 100, 1000}) {
      for (const double size : {1.0, 10.0, 50.0}) {
        const AwkwardMatrix s(3, cols, 11, size);
        const Matrix before(s.view());
        kernels::softmax_rows(s.view());
        CHECK(s.gaps_are_untouched());
        double worst = 0.0;
        for (Index row = 0; row < 3; ++row) {
          const std::vector<double> expected = softmax_in_double(before.row(row));
          for (Index col = 0; col < cols; ++col) {
            const double exact = expected[static_cast<std::size_t>(col)];
            // Rounding of the difference of scores, of up to 6 sizes, and of its multiple by 1/ln 2.
            const double bound = 1e-6 + 0x1p-24 * 9.0 * size;
            if (exact > 1e-37)
              worst = std::max(worst, std::abs(static_cast<double>(s(row, col)) - exact) / exact / bound);
          }
        }
        CAPTURE(cols, size);
        CHECK(worst <= 1.0);
      }
    }
  });
}

TEST_CASE("softmax gives masked keys 0, rows without a key zeros, and keeps faults visible", "[kernels]") {
  under_every_instruction_set([&] {
    for (const Index cols : {5, 16, 40}) {
      CAPTURE(cols);
      const AwkwardMatrix s(6, cols, 12);
      for (Index col = 0; col < cols; ++col) {
        if (col != 3) s(0, col) = -infinity;
        s(1, col) = -infinity;
        s(2, col) = col == 2 ? 1e30f : -1e30f;
        s(3, col) = 1e-40f;
        s(4, col) = col == 1 ? not_a_number : -infinity;
      }
      s(5, 0) = infinity;
      kernels::softmax_rows(s.view());
      CHECK(s(0, 3) == 1.0f);
      CHECK(s(0, 0) == 0.0f);
      CHECK(s(1, 0) == 0.0f);
      CHECK(s(1, cols - 1) == 0.0f);
      CHECK(s(2, 2) == 1.0f);
      CHECK(s(2, cols - 1) == 0.0f);
      CHECK(s(3, 1) == Approx(1.0 / static_cast<double>(cols)));
      CHECK(std::isnan(s(4, 0)));
      CHECK(std::isnan(s(5, 1)));
    }
  });
}

TEST_CASE("layer norm has mean 0 and variance 1 before gain and bias", "[kernels]") {
  under_every_instruction_set([&] {
    for (const Index cols : {1, 5, 16, 32, 77, 384}) {
      CAPTURE(cols);
      const AwkwardMatrix x(2, cols, 13, 4.0);
      const AwkwardMatrix gain(1, cols, 14);
      const AwkwardMatrix bias(1, cols, 15);
      const AwkwardMatrix y(2, cols);
      kernels::layer_norm(x.view(), gain.view().row(0), bias.view().row(0), 1e-5f, y.view());
      CHECK(y.gaps_are_untouched());
      for (Index row = 0; row < 2; ++row) {
        double mean = 0.0;
        for (const float number : x.view().row(row))
          mean += static_cast<double>(number) / static_cast<double>(cols);
        double variance = 0.0;
        for (const float number : x.view().row(row)) {
          variance += std::pow(static_cast<double>(number) - mean, 2) / static_cast<double>(cols);
        }
        double worst = 0.0;
        for (Index col = 0; col < cols; ++col) {
          const double normal = (static_cast<double>(x(row, col)) - mean) / std::sqrt(variance + 1e-5);
          const double expected =
              normal * static_cast<double>(gain(0, col)) + static_cast<double>(bias(0, col));
          worst = std::max(worst, std::abs(static_cast<double>(y(row, col)) - expected));
        }
        CHECK(worst <= 3e-6);
      }
      kernels::layer_norm(x.view(), gain.view().row(0), bias.view().row(0), 1e-5f, x.view());
      CHECK(Matrix(x.view()) == Matrix(y.view()));
    }
  });
}

TEST_CASE("layer norm without gain and bias, far from zero", "[kernels]") {
  under_every_instruction_set([&] {
    Matrix x(1, 4);
    x(0, 0) = 1000.0f;
    x(0, 1) = 1002.0f;
    x(0, 2) = 1000.0f;
    x(0, 3) = 1002.0f;
    kernels::layer_norm(x, {}, {}, 0.0f, x);
    CHECK(x(0, 0) == -1.0f);
    CHECK(x(0, 1) == 1.0f);
  });
}

TEST_CASE("rms norm divides by the root of the mean square", "[kernels]") {
  under_every_instruction_set([&] {
    for (const Index cols : {1, 3, 16, 50, 257}) {
      CAPTURE(cols);
      const AwkwardMatrix x(2, cols, 16, 2.0);
      const AwkwardMatrix gain(1, cols, 17);
      const AwkwardMatrix y(2, cols);
      kernels::rms_norm(x.view(), gain.view().row(0), 1e-6f, y.view());
      CHECK(y.gaps_are_untouched());
      double squares = 0.0;
      for (const float number : x.view().row(1)) squares += std::pow(static_cast<double>(number), 2);
      const double root = std::sqrt(squares / static_cast<double>(cols) + 1e-6);
      for (Index col = 0; col < cols; ++col) {
        const double expected = static_cast<double>(x(1, col)) / root * static_cast<double>(gain(0, col));
        CHECK(y(1, col) == Approx(expected).epsilon(1e-6));
      }
    }
  });
}
