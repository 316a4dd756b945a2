// Keeps the largest rather than the mean, so that a single strong link in a long text does not fade away.
#include "render/pooled_map.hpp"

#include <cmath>

namespace attnscope {

PooledMap::PooledMap(const MaskedValues& map, Index block) : map_(map) {
  if (block == 1 || map.values.empty()) return;
  values_ = Matrix((map.values.rows + block - 1) / block, (map.values.cols + block - 1) / block);
  hidden_.assign(static_cast<std::size_t>(values_.size()), 1);
  for (Index row = 0; row < map.values.rows; ++row) {
    for (Index col = 0; col < map.values.cols; ++col) {
      if (!map.is_hidden(row, col)) add(map.values(row, col), row / block, col / block);
    }
  }
}

MaskedValues PooledMap::view() const {
  return values_.empty() ? map_ : MaskedValues{values_.view(), hidden_};
}

void PooledMap::add(float value, Index row, Index col) {
  float& most = values_(row, col);
  if (!std::isnan(most) && (std::isnan(value) || std::abs(value) > std::abs(most))) most = value;
  hidden_[static_cast<std::size_t>(row * values_.cols() + col)] = 0;
}

Index pooling_block(Index cells, Index most_cells) {
  return (cells + most_cells - 1) / most_cells;
}

}  // namespace attnscope
