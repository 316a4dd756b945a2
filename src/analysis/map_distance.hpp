// How far one map is from another on the same tokens: what an approximation loses.
#pragma once

#include <span>

#include "core/matrix.hpp"

namespace attnscope {

/// All figures compare an approximate map with an exact one of the same shape.
struct MapDistance {
  /// Divergences of Kullback and Leibler in nats, over rows that each divide by their sum; rows that sum to
  /// nothing in either map are left out. Not-a-number where the approximation has weights below zero.
  double mean_kl = 0.0;   ///< mean of KL(exact ‖ approximate); infinite where it misses a key
  double worst_kl = 0.0;  ///< of the worst row
  double mean_reverse_kl =
      0.0;  ///< mean of KL(approximate ‖ exact), finite for a pattern that leaves out keys
  double worst_reverse_kl = 0.0;
  double frobenius = 0.0;           ///< ‖exact − approximate‖
  double relative_frobenius = 0.0;  ///< over ‖exact‖
  double output_error = 0.0;   ///< ‖(exact − approximate)V‖ / ‖exact·V‖; not-a-number without V
  double top_agreement = 0.0;  ///< share of rows whose largest weight stands at the same key
  double mass_kept = 0.0;  ///< share of the exact weight at pairs that the approximation does not leave out
  double effective_rank = 0.0;  ///< of the approximation
};

/// The effective rank costs a decomposition, far more than all other figures; left out it is not-a-number.
enum class WithRank { yes, no };

/// exact, approximate: [queries x keys]. values: [keys x any], or empty. Requires: equal shapes.
MapDistance distance_of(ConstMatrixView exact, ConstMatrixView approximate, ConstMatrixView values,
                        WithRank with_rank = WithRank::yes);

/// The mean of each figure, and the worst of the worst ones. Requires: at least one.
MapDistance mean_of(std::span<const MapDistance> distances);

}  // namespace attnscope
