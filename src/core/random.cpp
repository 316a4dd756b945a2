// SplitMix64 (Steele, Lea, Flood 2014) and the laws on top of it.
#include "core/random.hpp"

#include <cmath>
#include <numbers>

namespace attnscope {
namespace {

std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31);
}

}  // namespace

std::uint64_t Random::bits() {
  state_ += 0x9E3779B97F4A7C15U;  // 2^64 / golden ratio
  return mix(state_);
}

double Random::uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

Index Random::below(Index bound) {
  assert(bound > 0);
  const auto range = static_cast<std::uint64_t>(bound);
  const std::uint64_t fair = UINT64_MAX - UINT64_MAX % range;  // values from here on would favour small results
  std::uint64_t value = bits();
  while (value >= fair) value = bits();
  return static_cast<Index>(value % range);
}

double Random::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  const double angle = 2.0 * std::numbers::pi * uniform();
  spare_ = radius * std::sin(angle);
  has_spare_ = true;
  return radius * std::cos(angle);
}

std::uint64_t seed_for(std::uint64_t seed, std::string_view name) {
  std::uint64_t hash = mix(seed + 0x9E3779B97F4A7C15U);
  for (const char letter : name) hash = mix(hash ^ static_cast<unsigned char>(letter));
  return hash;
}

}  // namespace attnscope
