// Ranges by what the values are, ticks at round numbers.
#include "render/colour_scale.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "render/numbers.hpp"

namespace attnscope {
namespace {

/// Below this share of the largest value a logarithmic scale does not tell values apart.
constexpr double least_logarithmic_share = 1e-6;
constexpr double robust_share = 0.02;

template <typename Use>
void for_each_value(std::span<const MaskedValues> maps, const Use& use) {
  for (const MaskedValues& map : maps) {
    for (Index row = 0; row < map.values.rows; ++row) {
      for (Index col = 0; col < map.values.cols; ++col) {
        const float value = map.values(row, col);
        if (!std::isnan(value) && !map.is_hidden(row, col)) use(static_cast<double>(value));
      }
    }
  }
}

std::string default_map(ColourScale::Kind kind, Theme theme) {
  if (kind == ColourScale::Kind::diverging) return theme == Theme::dark ? "blue-red-dark" : "blue-red";
  return theme == Theme::dark ? "glow" : "ink";
}

double at_share(std::vector<double>& values, double share) {
  const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1) + 0.5);
  std::nth_element(values.begin(), values.begin() + place, values.end());
  return values[static_cast<std::size_t>(place)];
}

}  // namespace

Colouring::Colouring(const ColourScale& scale, Theme theme, std::span<const MaskedValues> maps)
    : map_(Registry<ColourMap>::instance().make(scale.map.empty() ? default_map(scale.kind, theme)
                                                                  : scale.map)),
      range_(scale.range),
      is_logarithmic_(scale.spacing == ColourScale::Spacing::logarithmic) {
  const bool is_diverging = scale.kind == ColourScale::Kind::diverging;
  if ((map_->kind() == ColourMap::Kind::diverging) != is_diverging) {
    throw Error(Error::Kind::usage,
                "colour map '" + scale.map + "': expected a " + (is_diverging ? "diverging" : "sequential") +
                    " one for these values",
                is_diverging ? "values of both signs need a map with zero in its middle, such as blue-red"
                             : "values of one sign need a map such as ink, viridis or magma");
  }
  assert(!(is_diverging && is_logarithmic_));
  settle_range(scale, maps);
}

void Colouring::settle_range(const ColourScale& scale, std::span<const MaskedValues> maps) {
  const bool is_diverging = scale.kind == ColourScale::Kind::diverging;
  double least = std::numeric_limits<double>::infinity();
  double least_positive = std::numeric_limits<double>::infinity();
  double most = -least;
  std::vector<double> values;
  for_each_value(maps, [&](double value) {
    least = std::min(least, value);
    most = std::max(most, value);
    if (value > 0.0) least_positive = std::min(least_positive, value);
    if (range_ == ColourScale::Range::robust) values.push_back(is_diverging ? std::abs(value) : value);
  });
  if (least > most) least = most = 0.0;

  switch (range_) {
    case ColourScale::Range::unit:
      break;
    case ColourScale::Range::largest:
      high_ = is_diverging ? std::max(std::abs(least), std::abs(most)) : most;
      break;
    case ColourScale::Range::robust:
      high_ = values.empty() ? 1.0 : at_share(values, 1.0 - robust_share);
      if (!is_diverging && !values.empty()) low_ = at_share(values, robust_share);
      break;
    case ColourScale::Range::given:
      if (!(scale.low < scale.high)) {
        throw Error(Error::Kind::usage, "colour range: expected a low end below the high one, found " +
                                            number_text(scale.low) + " to " + number_text(scale.high));
      }
      low_ = scale.low;
      high_ = is_diverging ? std::max(std::abs(scale.low), std::abs(scale.high)) : scale.high;
      break;
  }
  if (!std::isfinite(high_)) high_ = static_cast<double>(std::numeric_limits<float>::max());
  if (is_diverging) low_ = -high_;
  if (is_logarithmic_ && low_ <= 0.0) low_ = std::max(least_positive, high_ * least_logarithmic_share);
  if (!(low_ < high_)) {  // nothing to tell apart: all values are equal, or there is none
    low_ = is_diverging ? -1.0 : is_logarithmic_ ? least_logarithmic_share : std::min(0.0, high_);
    high_ = high_ > low_ ? high_ : low_ + 1.0;
  }
  const double tolerance = 1e-6 * (high_ - low_);
  factor_ = 1.0 / (is_logarithmic_ ? std::log(high_ / low_) : high_ - low_);
  exceeds_ = most > high_ + tolerance || (!is_logarithmic_ && least < low_ - tolerance);
}

double Colouring::position(float value) const {
  const double number = static_cast<double>(value);
  if (is_logarithmic_) return number <= low_ ? 0.0 : std::min(1.0, std::log(number / low_) * factor_);
  return std::clamp((number - low_) * factor_, 0.0, 1.0);
}

std::vector<Tick> Colouring::ticks(Index most) const {
  std::vector<Tick> ticks;
  if (is_logarithmic_) {
    const double first = std::ceil(std::log10(low_) - 1e-9);
    const double last = std::floor(std::log10(high_) + 1e-9);
    const double step = std::max(1.0, std::ceil((last - first + 1.0) / static_cast<double>(most)));
    for (double power = last; power >= first; power -= step) {
      const auto number = static_cast<float>(std::pow(10.0, power));
      ticks.insert(ticks.begin(), {position(number), power_of_ten_text(static_cast<int>(power))});
    }
  } else {
    for (const double number : round_numbers(low_, high_, most)) {
      ticks.push_back({position(static_cast<float>(number)), number_text(number)});
    }
  }
  // The ends are always told; a round number too near to one makes room for it.
  const double closest = 0.5 / static_cast<double>(most);
  if (ticks.empty() || ticks.front().position > closest) {
    ticks.insert(ticks.begin(), {0.0, number_text(low_)});
  } else if (ticks.front().position > 1e-6) {
    ticks.front() = {0.0, number_text(low_)};
  }
  if (ticks.back().position < 1.0 - closest) {
    ticks.push_back({1.0, number_text(high_)});
  } else if (ticks.back().position < 1.0 - 1e-6) {
    ticks.back() = {1.0, number_text(high_)};
  }
  return ticks;
}

bool Colouring::needs_words() const {
  const bool follows_values = range_ == ColourScale::Range::largest || range_ == ColourScale::Range::robust;
  return follows_values || is_logarithmic_ || exceeds_;
}

std::string Colouring::range_text(std::string_view value_name) const {
  std::string text = number_text(low_) + " to " + number_text(high_);
  if (range_ == ColourScale::Range::largest) text += ", the largest " + std::string(value_name);
  if (range_ == ColourScale::Range::robust) text += ", the 2nd to the 98th percentile";
  if (is_logarithmic_) text += ", in powers of ten";
  if (exceeds_) text += "; what lies beyond takes the end colours";
  return text;
}

}  // namespace attnscope
