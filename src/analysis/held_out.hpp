// The best of many candidates, chosen on one half of the data and judged on the other.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

struct Proportion {
  Index right = 0;
  Index of = 0;
  double share() const { return of > 0 ? static_cast<double>(right) / static_cast<double>(of) : 0.0; }
};

/// The middle 95 % of what resampling gives.
struct Interval {
  double low = 0.0;
  double high = 0.0;
};

/// One thing that is right or wrong: a word, a mention. Groups (sentences, documents) are resampled whole,
/// and those with an even number are the half on which a candidate is chosen.
struct TrialUnit {
  Index unit = 0;
  Index group = 0;
};

/// Whether a candidate is right on a unit.
using IsRight = std::function<bool(Index unit, Index candidate)>;

struct HeldOutChoice {
  Index candidate = -1;        ///< the best on even groups; the first of several
  Proportion held_out;         ///< its figure on odd groups
  Interval interval;           ///< of that figure
  Index biased_candidate = -1; ///< the best on all groups
  Proportion biased;           ///< its figure on the same groups: what most published tables print
};

/// candidates: those to choose from, at least one. Where even groups hold no unit, the candidate is -1.
HeldOutChoice choose_held_out(std::span<const TrialUnit> units, std::span<const Index> candidates,
                              const IsRight& is_right, std::uint64_t seed);

/// One candidate on all units.
Proportion proportion_of(std::span<const TrialUnit> units, Index candidate, const IsRight& is_right);

/// 95 % percentile interval of the proportion, groups drawn anew 1000 times with replacement (Efron 1979).
Interval bootstrap_interval(std::span<const TrialUnit> units, Index candidate, const IsRight& is_right,
                            std::uint64_t seed);

}  // namespace attnscope
