#include "analysis/held_out.hpp"

#include <algorithm>
#include <map>

#include "core/random.hpp"

namespace attnscope {
namespace {

constexpr Index resamples = 1000;

/// The candidate with the most right answers; the first of several.
Index best_of(std::span<const TrialUnit> units, std::span<const Index> candidates, const IsRight& is_right) {
  Index best = -1;
  Index most = -1;
  for (const Index candidate : candidates) {
    const Index right = proportion_of(units, candidate, is_right).right;
    if (right > most) {
      most = right;
      best = candidate;
    }
  }
  return best;
}

}  // namespace

Proportion proportion_of(std::span<const TrialUnit> units, Index candidate, const IsRight& is_right) {
  Proportion result;
  for (const TrialUnit& one : units) result.right += is_right(one.unit, candidate) ? 1 : 0;
  result.of = static_cast<Index>(units.size());
  return result;
}

Interval bootstrap_interval(std::span<const TrialUnit> units, Index candidate, const IsRight& is_right,
                            std::uint64_t seed) {
  std::map<Index, Proportion> by_group;
  for (const TrialUnit& one : units) {
    Proportion& group = by_group[one.group];
    group.right += is_right(one.unit, candidate) ? 1 : 0;
    ++group.of;
  }
  if (by_group.empty()) return {};
  std::vector<Proportion> groups;
  for (const auto& [group, proportion] : by_group) groups.push_back(proportion);
  Random random(seed);
  std::vector<double> shares;
  for (Index sample = 0; sample < resamples; ++sample) {
    Proportion sum;
    for (std::size_t draw = 0; draw < groups.size(); ++draw) {
      const Proportion& drawn =
          groups[static_cast<std::size_t>(random.below(static_cast<Index>(groups.size())))];
      sum.right += drawn.right;
      sum.of += drawn.of;
    }
    shares.push_back(sum.share());
  }
  std::sort(shares.begin(), shares.end());
  constexpr std::size_t cut = resamples / 40;
  return {shares[cut], shares[shares.size() - 1 - cut]};
}

HeldOutChoice choose_held_out(std::span<const TrialUnit> units, std::span<const Index> candidates,
                              const IsRight& is_right, std::uint64_t seed) {
  std::vector<TrialUnit> choosing;
  std::vector<TrialUnit> judging;
  for (const TrialUnit& one : units) (one.group % 2 == 0 ? choosing : judging).push_back(one);
  HeldOutChoice result;
  result.biased_candidate = best_of(units, candidates, is_right);
  result.biased = proportion_of(units, result.biased_candidate, is_right);
  if (choosing.empty()) return result;
  result.candidate = best_of(choosing, candidates, is_right);
  result.held_out = proportion_of(judging, result.candidate, is_right);
  result.interval = bootstrap_interval(judging, result.candidate, is_right, seed);
  return result;
}

}  // namespace attnscope
