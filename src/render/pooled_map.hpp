// A map made small enough to be seen at a glance.
#pragma once

#include <vector>

#include "render/colour_scale.hpp"

namespace attnscope {

/// A map pooled by blocks: each cell becomes the value of largest size among block x block cells that are not
/// hidden, and is hidden where all of them are. Not-a-number stays.
class PooledMap {
 public:
  /// block: at least 1, which keeps the map as it is. The map must outlive the pooled one.
  PooledMap(const MaskedValues& map, Index block);

  MaskedValues view() const;

 private:
  void pool_row(Index row, Index block);

  MaskedValues map_;
  Matrix values_;
  std::vector<std::uint8_t> hidden_;
};

/// The smallest block that leaves at most `most_cells` a side.
Index pooling_block(Index cells, Index most_cells);

/// How many cells are left of `cells` when they are pooled by blocks.
Index pooled_count(Index cells, Index block);

}  // namespace attnscope
