// Keeps the largest rather than the mean, so that a single strong link in a long text does not fade away.
#include "render/pooled_map.hpp"

#include <algorithm>
#include <cmath>

namespace attnscope {
namespace {

/// The value of larger size; not-a-number wins.
float stronger(float one, float other) {
  if (std::isnan(one)) return one;
  return std::isnan(other) || std::abs(other) > std::abs(one) ? other : one;
}

}  // namespace

PooledMap::PooledMap(const MaskedValues& map, Index block) : map_(map) {
  if (block == 1 || map.values.empty()) return;
  values_ = Matrix(pooled_count(map.values.rows, block), pooled_count(map.values.cols, block));
  hidden_.assign(static_cast<std::size_t>(values_.size()), 1);
  for (Index row = 0; row < map.values.rows; ++row) pool_row(row, block);
}

void PooledMap::pool_row(Index row, Index block) {
  const std::span<const float> values = map_.values.row(row);
  const auto cols = static_cast<std::size_t>(map_.values.cols);
  const std::span<const std::uint8_t> hidden =
      map_.hidden.empty() ? map_.hidden : map_.hidden.subspan(static_cast<std::size_t>(row) * cols, cols);
  const std::span<float> pooled = values_.row(row / block);
  std::uint8_t* pooled_hidden = hidden_.data() + row / block * values_.cols();
  for (std::size_t group = 0; group < pooled.size(); ++group) {
    const std::size_t first = group * static_cast<std::size_t>(block);
    const std::size_t last = std::min(first + static_cast<std::size_t>(block), cols);
    for (std::size_t col = first; col < last; ++col) {
      if (!hidden.empty() && hidden[col] != 0) continue;
      pooled[group] = stronger(pooled[group], values[col]);
      pooled_hidden[group] = 0;
    }
  }
}

MaskedValues PooledMap::view() const {
  return values_.empty() ? map_ : MaskedValues{values_.view(), hidden_};
}

Index pooling_block(Index cells, Index most_cells) {
  return (cells + most_cells - 1) / most_cells;
}

Index pooled_count(Index cells, Index block) {
  return (cells + block - 1) / block;
}

}  // namespace attnscope
