// DeBERTa's numbering of distances: near ones apart, far ones in buckets that grow like a logarithm.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/matrix.hpp"

namespace attnscope {

/// How a distance becomes a row of a table of 2·span rows.
struct DistanceBuckets {
  Index span = 256;
  Index buckets = 0;     ///< 0: distances are only cut to the span
  Index distance = 512;  ///< tokens; the last bucket ends here

  /// The row of the distance query - key. The logarithm is taken in float, as the published models were
  /// trained with.
  Index row(Index ahead) const { return std::clamp<Index>(bucket(ahead) + span, 0, 2 * span - 1); }

 private:
  Index bucket(Index ahead) const {
    const Index middle = buckets / 2;
    const Index far = std::abs(ahead);
    if (middle < 1 || far <= middle) return ahead;
    const auto nearest = static_cast<float>(middle);
    const float reach = std::log(static_cast<float>(distance - 1) / nearest);
    const float place = std::log(static_cast<float>(far) / nearest) / reach * static_cast<float>(middle - 1);
    const Index index = static_cast<Index>(std::ceil(place)) + middle;
    return ahead < 0 ? -index : index;
  }
};

}  // namespace attnscope
