// Linear ranges start at zero where the values come near it; logarithmic ones end at powers of ten where few
// are spanned.
#include "render/plot_axis.hpp"

#include <algorithm>
#include <cmath>

#include "render/numbers.hpp"

namespace attnscope {

AxisScale::AxisScale(const PlotAxis& axis, const std::vector<double>& values)
    : is_logarithmic_(axis.spacing == PlotAxis::Spacing::logarithmic) {
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  for (const double value : values) {
    if (!holds(value)) continue;
    least = std::min(least, value);
    most = std::max(most, value);
  }
  if (least > most) least = most = 1.0;
  if (is_logarithmic_) {
    low_ = least / 1.25;
    high_ = most * 1.25;
  } else {
    const bool starts_at_zero = least >= 0.0 && least < 0.4 * most;
    const double extent = most > least ? most - least : std::max(1.0, std::abs(most));
    low_ = starts_at_zero ? 0.0 : least - 0.05 * extent;
    high_ = most + 0.05 * extent;
  }
  if (std::isfinite(axis.low) && holds(axis.low)) low_ = axis.low;
  if (std::isfinite(axis.high) && axis.high > low_) high_ = axis.high;
  if (!(low_ < high_)) high_ = is_logarithmic_ ? low_ * 10.0 : low_ + 1.0;
}

bool AxisScale::holds(double value) const {
  return std::isfinite(value) && (!is_logarithmic_ || value > 0.0);
}

double AxisScale::position(double value) const {
  if (is_logarithmic_) return std::log(value / low_) / std::log(high_ / low_);
  return (value - low_) / (high_ - low_);
}

std::vector<Tick> AxisScale::ticks(Index most) const {
  std::vector<Tick> ticks;
  if (!is_logarithmic_) {
    for (const double number : round_numbers(low_, high_, most))
      ticks.push_back({position(number), number_text(number, 4)});
    return ticks;
  }
  const auto first = static_cast<int>(std::ceil(std::log10(low_) - 1e-9));
  const auto last = static_cast<int>(std::floor(std::log10(high_) + 1e-9));
  const int step = std::max(
      1, static_cast<int>(std::ceil(static_cast<double>(last - first + 1) / static_cast<double>(most))));
  for (int power = first; power <= last; power += step) {
    ticks.push_back({position(std::pow(10.0, power)), power_of_ten_text(power)});
  }
  if (ticks.size() >= 3) return ticks;
  // Less than three powers of ten: 1, 2 and 5 of each.
  ticks.clear();
  for (int power = first - 1; power <= last; ++power) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double number = factor * std::pow(10.0, power);
      if (number >= low_ && number <= high_) ticks.push_back({position(number), number_text(number)});
    }
  }
  return ticks;
}

}  // namespace attnscope
