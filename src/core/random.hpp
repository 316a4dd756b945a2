// Random numbers that are the same on every machine and standard library.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/matrix.hpp"

namespace attnscope {

/// SplitMix64 with its own normal and uniform laws: std::normal_distribution differs between libraries.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits();
  /// From [0, 1), 53 random bits.
  double uniform();
  /// From [0, bound), without bias. Requires: bound > 0.
  Index below(Index bound);
  /// Mean 0, variance 1 (Box and Muller).
  double normal();

 private:
  std::uint64_t state_;
  double spare_ = 0.0;
  bool has_spare_ = false;
};

/// A seed for the thing called `name`, different for each name and each seed.
std::uint64_t seed_for(std::uint64_t seed, std::string_view name);

}  // namespace attnscope
