// Formatting by to_chars, which knows no locale.
#include "render/numbers.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <string_view>

namespace attnscope {
namespace {

/// "+05" as ⁵, "-12" as ⁻¹².
std::string superscript(std::string_view exponent) {
  static constexpr std::array<std::string_view, 10> digits = {"⁰", "¹", "²", "³", "⁴",
                                                              "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent.starts_with('-') ? "⁻" : "";
  exponent.remove_prefix(1);
  if (exponent.starts_with('0')) exponent.remove_prefix(1);
  for (const char digit : exponent) text += digits[static_cast<std::size_t>(digit - '0')];
  return text;
}

std::string with_minus(std::string number) {
  if (number.starts_with('-')) number.replace(0, 1, "−");
  return number;
}

}  // namespace

std::string number_text(double value, int digits) {
  if (value == 0.0) return "0";
  // Up to a million, numbers are written out.
  const double size = std::abs(value);
  if (size >= 1.0 && size < 1e6)
    digits = std::max(digits, static_cast<int>(std::floor(std::log10(size))) + 1);
  std::array<char, 64> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, digits).ptr;
  std::string result(text.data(), end);
  if (const std::size_t exponent = result.find('e'); exponent != std::string::npos) {
    const std::string power = superscript(std::string_view(result).substr(exponent + 1));
    const std::string factor = result.substr(0, exponent);
    result = (factor == "1" ? "10" : factor + "·10") + power;
  }
  return with_minus(std::move(result));
}

std::string fixed_text(double value, int decimals) {
  std::array<char, 400> text{};  // the largest double has 309 digits before the point
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals).ptr;
  std::string result(text.data(), end);
  const bool is_zero = result.find_first_not_of("-0.") == std::string::npos;
  return with_minus(is_zero && result.starts_with('-') ? result.substr(1) : result);
}

std::string power_of_ten_text(int power) {
  if (power >= -2 && power <= 3) return number_text(std::pow(10.0, power), 4);
  return "10" + superscript((power < 0 ? "-" : "+") + std::to_string(std::abs(power)));
}

std::vector<double> round_numbers(double low, double high, Index most) {
  assert(low < high && most >= 2);
  const double width = high - low;
  const double power = std::pow(10.0, std::floor(std::log10(width / static_cast<double>(most))));
  std::vector<double> numbers;
  for (const double factor : {1.0, 2.0, 5.0, 10.0, 20.0}) {
    const double step = factor * power;
    const double first = std::ceil(low / step - 1e-9);
    const double last = std::floor(high / step + 1e-9);
    if (last - first + 1.0 > static_cast<double>(most)) continue;
    for (double index = first; index <= last; index += 1.0)
      numbers.push_back(index == 0.0 ? 0.0 : index * step);
    break;
  }
  return numbers;
}

}  // namespace attnscope
