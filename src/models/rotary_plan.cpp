// The kinds of rotary scaling. Frequencies are rounded to float first, as the published implementations hold
// them.
#include "models/rotary_plan.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

namespace attnscope {
namespace {

std::vector<double> plain_frequencies(Index size, double base) {
  std::vector<double> frequencies;
  for (Index pair = 0; pair < size / 2; ++pair) {
    const double exponent = 2.0 * static_cast<double>(pair) / static_cast<double>(size);
    frequencies.push_back(std::pow(base, -exponent));
  }
  return frequencies;
}

/// Past the model's positions the base grows with the text, so that the slowest pair never turns further.
double dynamic_base(const RotaryPlan& plan, Index tokens) {
  const double most = static_cast<double>(plan.most_positions);
  const double length = std::max(static_cast<double>(tokens), most);
  const double size = static_cast<double>(plan.size);
  const double growth = plan.factor * length / most - (plan.factor - 1.0);
  return plan.base * std::pow(growth, size / (size - 2.0));
}

/// YaRN: pairs that turn often within the original text keep their speed, slow ones are divided by the
/// factor, and a ramp over the pairs lies between.
void scale_by_ramp(const RotaryPlan& plan, std::vector<double>& frequencies) {
  const double size = static_cast<double>(plan.size);
  const auto pair_of_turns = [&](double turns) {
    return size * std::log(static_cast<double>(plan.original_positions) / (turns * 2.0 * std::numbers::pi)) /
           (2.0 * std::log(plan.base));
  };
  double low = pair_of_turns(plan.beta_fast);
  double high = pair_of_turns(plan.beta_slow);
  if (plan.is_truncated) {
    low = std::floor(low);
    high = std::ceil(high);
  }
  low = std::max(low, 0.0);
  high = std::min(high, size - 1.0);
  if (low == high) high += 0.001;  // the ramp becomes a step
  for (std::size_t pair = 0; pair < frequencies.size(); ++pair) {
    const double ramp = std::clamp((static_cast<double>(pair) - low) / (high - low), 0.0, 1.0);
    frequencies[pair] *= ramp / plan.factor + (1.0 - ramp);
  }
}

/// Llama 3: by wavelength; short ones unchanged, long ones divided by the factor, smooth between.
void scale_by_wavelength(const RotaryPlan& plan, std::vector<double>& frequencies) {
  const double original = static_cast<double>(plan.original_positions);
  const double longest_kept = original / plan.high_frequency_factor;
  const double shortest_divided = original / plan.low_frequency_factor;
  for (double& frequency : frequencies) {
    const double wavelength = 2.0 * std::numbers::pi / frequency;
    if (wavelength < longest_kept) continue;
    if (wavelength > shortest_divided) {
      frequency /= plan.factor;
      continue;
    }
    const double smooth = (original / wavelength - plan.low_frequency_factor) /
                          (plan.high_frequency_factor - plan.low_frequency_factor);
    frequency *= (1.0 - smooth) / plan.factor + smooth;
  }
}

void divide(std::vector<double>& frequencies, const std::vector<double>& divisors) {
  for (std::size_t pair = 0; pair < frequencies.size(); ++pair) frequencies[pair] /= divisors[pair];
}

}  // namespace

std::vector<double> rotary_frequencies(const RotaryPlan& plan, Index tokens) {
  using Scaling = RotaryPlan::Scaling;
  const double base = plan.scaling == Scaling::dynamic ? dynamic_base(plan, tokens) : plan.base;
  std::vector<double> frequencies = plain_frequencies(plan.size, base);
  switch (plan.scaling) {
    case Scaling::none:
    case Scaling::dynamic:
      break;
    case Scaling::linear:
      for (double& frequency : frequencies) frequency /= plan.factor;
      break;
    case Scaling::yarn:
      scale_by_ramp(plan, frequencies);
      break;
    case Scaling::longrope:
      divide(frequencies, tokens > plan.original_positions ? plan.long_factors : plan.short_factors);
      break;
    case Scaling::llama3:
      scale_by_wavelength(plan, frequencies);
      break;
  }
  for (double& frequency : frequencies) frequency = static_cast<double>(static_cast<float>(frequency));
  return frequencies;
}

std::string rotary_text(const RotaryPlan& plan) {
  std::ostringstream text;
  text.precision(9);
  text << "rotary:pairing=" << (plan.pairing == RotaryPlan::Pairing::half ? "half" : "adjacent")
       << ",size=" << plan.size << ",base=" << plan.base;
  if (plan.magnitude != 1.0) text << ",magnitude=" << plan.magnitude;
  return text.str();
}

}  // namespace attnscope
