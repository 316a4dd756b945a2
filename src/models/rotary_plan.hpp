// How fast each pair of a head turns with the position, from what config.json says of rotary positions.
#pragma once

#include <string>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

/// Rotary positions as a config describes them.
struct RotaryPlan {
  enum class Pairing { half, adjacent };  ///< values i and i + size/2, or 2i and 2i + 1
  enum class Scaling { none, linear, dynamic, yarn, longrope, llama3 };

  Index size = 0;  ///< values of a head that turn; the others pass
  double base = 10000.0;
  Pairing pairing = Pairing::half;
  Scaling scaling = Scaling::none;
  double factor = 1.0;
  Index most_positions = 0;      ///< of the scaled model, for dynamic and longrope
  Index original_positions = 0;  ///< of the model before scaling
  double beta_fast = 32.0;       ///< yarn
  double beta_slow = 1.0;
  bool is_truncated = true;
  double low_frequency_factor = 1.0;  ///< llama3
  double high_frequency_factor = 4.0;
  std::vector<double> short_factors = {};  ///< longrope: a divisor for each pair
  std::vector<double> long_factors = {};
  std::string divisors = {};  ///< a tensor of one divisor per pair, where the weights hold them
  double magnitude = 1.0;     ///< factor of cosine and sine
};

/// Angle per position of each pair, for a text of so many tokens. [size / 2]
std::vector<double> rotary_frequencies(const RotaryPlan& plan, Index tokens);

/// The encoding stage as a recipe writes it.
std::string rotary_text(const RotaryPlan& plan);

}  // namespace attnscope
