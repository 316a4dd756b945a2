// Functions of one number against the double ones, over the whole range of float.
#include <cmath>
#include <limits>
#include <numbers>

#include "attention/kernels/kernel_cases.hpp"

using namespace attnscope;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

// From -limit to limit in 40 001 steps, and the powers of two from the smallest denormal up, of both signs.
std::vector<float> probes(double limit) {
  std::vector<float> numbers;
  for (int step = -20000; step <= 20000; ++step)
    numbers.push_back(static_cast<float>(limit * step / 20000.0));
  for (int exponent = -149; exponent < 128; ++exponent) {
    numbers.push_back(std::ldexp(1.0f, exponent));
    numbers.push_back(-std::ldexp(1.0f, exponent));
  }
  return numbers;
}

// The largest error in units in the last place of the exact result; below the normal numbers the unit stays
// 2^-149. Errors below `floor` do not count.
template <typename Exact>
double worst_units(void (*kernel)(std::span<float>), double limit, Exact exact, double floor = 0.0) {
  const std::vector<float> x = probes(limit);
  std::vector<float> y = x;
  kernel(y);
  double worst = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double expected = exact(static_cast<double>(x[i]));
    if (std::abs(expected) > static_cast<double>(std::numeric_limits<float>::max())) {
      CHECK(y[i] == std::copysign(infinity, static_cast<float>(expected)));
      continue;
    }
    const double error = std::abs(static_cast<double>(y[i]) - expected);
    const double unit =
        std::max(0x1p-149, std::ldexp(1.0, std::ilogb(expected == 0.0 ? 1e-300 : expected) - 23));
    if (!(error <= floor)) worst = std::max(worst, std::isnan(error) ? 1e9 : error / unit);
  }
  return worst;
}

double normal_share(double x) {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

}  // namespace

TEST_CASE("exp is right to two units in the last place, also where results are denormal", "[kernels]") {
  under_every_instruction_set(
      [] { CHECK(worst_units(kernels::exp, 110.0, [](double x) { return std::exp(x); }) <= 2.0); });
}

TEST_CASE("tanh is right to three units in the last place", "[kernels]") {
  under_every_instruction_set(
      [] { CHECK(worst_units(kernels::tanh, 12.0, [](double x) { return std::tanh(x); }) <= 3.0); });
}

TEST_CASE("relu keeps what is positive", "[kernels]") {
  under_every_instruction_set(
      [] { CHECK(worst_units(kernels::relu, 5.0, [](double x) { return std::max(x, 0.0); }) == 0.0); });
}

TEST_CASE("silu is right to four units in the last place", "[kernels]") {
  under_every_instruction_set([] {
    const auto exact = [](double x) { return x / (1.0 + std::exp(-x)); };
    CHECK(worst_units(kernels::silu, 80.0, exact) <= 4.0);
  });
}

TEST_CASE("gelu is right to six units in the last place, or to 5e-8 in its negative tail", "[kernels]") {
  under_every_instruction_set([] {
    const auto exact = [](double x) { return x * normal_share(x); };
    CHECK(worst_units(kernels::gelu, 15.0, exact, 5e-8) <= 6.0);
  });
}

TEST_CASE("the tanh form of gelu is right to five units in the last place, or to 1e-7 in its negative tail",
          "[kernels]") {
  under_every_instruction_set([] {
    const auto exact = [](double x) {
      return x / (1.0 + std::exp(-2.0 * std::sqrt(2.0 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
    };
    CHECK(worst_units(kernels::gelu_tanh, 15.0, exact, 1e-7) <= 5.0);
  });
}

TEST_CASE("activations of infinities and NaN", "[kernels]") {
  under_every_instruction_set([] {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> x{infinity, -infinity, nan};
    kernels::exp(x);
    CHECK(x[0] == infinity);
    CHECK(x[1] == 0.0f);
    CHECK(std::isnan(x[2]));
    x = {infinity, -infinity, nan};
    kernels::tanh(x);
    CHECK(x[0] == 1.0f);
    CHECK(x[1] == -1.0f);
    CHECK(std::isnan(x[2]));
    for (const auto activation : {kernels::relu, kernels::silu, kernels::gelu, kernels::gelu_tanh}) {
      x = {infinity, 1.0f, nan};
      activation(x);
      CHECK(x[0] == infinity);
      CHECK(std::isnan(x[2]));
    }
  });
}
