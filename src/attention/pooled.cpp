// A unit of work is a few whole grid rows, so that no two units write the same one.
#include "attention/pooled.hpp"

#include <algorithm>
#include <vector>

#include "attention/query_group.hpp"

namespace attnscope {
namespace {

Index cell_of(Index position, Index cells, Index count) {
  return position * cells / count;
}

PooledMap empty_map(Index queries, Index keys, GridSize grid) {
  const Index rows = std::min(grid.rows, queries);
  const Index cols = std::min(grid.cols, keys);
  return {Matrix(rows, cols), Matrix(rows, cols), Matrix(rows, cols), queries, keys};
}

/// Grid rows in a unit: as many as fill the kernels' lanes best, within some hundred queries.
Index grid_rows_per_unit(Index queries, Index grid_rows, Index panel_width) {
  constexpr Index most_queries = 512;
  Index best = 1;
  double best_fill = 0.0;
  for (Index rows = 1; rows <= grid_rows; ++rows) {
    const Index count = std::max<Index>(1, rows * queries / grid_rows);
    if (rows > 1 && count > most_queries) break;
    const Index lanes = (count + panel_width - 1) / panel_width * panel_width;
    const double fill = static_cast<double>(count) / static_cast<double>(lanes);
    if (fill > best_fill + 0.01) {
      best = rows;
      best_fill = fill;
    }
  }
  return best;
}

/// Adds the pairs of one query to the counts of its grid row: whole cells by a difference that is summed up
/// later.
void count_allowed(KeyRange range, Index keys, std::span<float> counts, std::vector<Index>& whole_cells) {
  if (range.first >= range.last) return;
  const auto cells = static_cast<Index>(counts.size());
  const Index first = cell_of(range.first, cells, keys);
  const Index last = cell_of(range.last - 1, cells, keys);
  const auto add = [&](Index cell, Index from, Index to) {
    counts[static_cast<std::size_t>(cell)] += static_cast<float>(to - from);
  };
  if (first == last) return add(first, range.first, range.last);
  add(first, range.first, first_in_cell(first + 1, cells, keys));
  add(last, first_in_cell(last, cells, keys), range.last);
  ++whole_cells[static_cast<std::size_t>(first + 1)];
  --whole_cells[static_cast<std::size_t>(last)];
}

void count_row(const StreamOptions& options, KeyRange queries, Index keys, std::span<float> counts) {
  std::vector<Index> whole_cells(counts.size() + 1, 0);
  for (Index query = queries.first; query < queries.last; ++query) {
    count_allowed(options.visible ? options.visible(query) : KeyRange{0, keys}, keys, counts, whole_cells);
  }
  const auto cells = static_cast<Index>(counts.size());
  Index covering = 0;
  for (Index cell = 0; cell < cells; ++cell) {
    covering += whole_cells[static_cast<std::size_t>(cell)];
    const Index width = first_in_cell(cell + 1, cells, keys) - first_in_cell(cell, cells, keys);
    counts[static_cast<std::size_t>(cell)] += static_cast<float>(covering * width);
  }
}

}  // namespace

Index first_in_cell(Index cell, Index cells, Index count) {
  return (cell * count + cells - 1) / cells;
}

Matrix PooledMap::mean() const {
  Matrix result(sum.rows(), sum.cols());
  for (Index row = 0; row < sum.rows(); ++row) {
    for (Index col = 0; col < sum.cols(); ++col) {
      if (allowed(row, col) > 0.0f) result(row, col) = sum(row, col) / allowed(row, col);
    }
  }
  return result;
}

PooledMap pool_attention(ConstMatrixView q, ConstMatrixView k, const StreamOptions& options, GridSize grid,
                         ThreadPool& pool) {
  assert(q.cols == k.cols && grid.rows > 0 && grid.cols > 0);
  PooledMap map = empty_map(q.rows, k.rows, grid);
  if (map.sum.empty()) return map;
  const Index rows = map.sum.rows();
  const Index cols = map.sum.cols();
  const kernels::KernelTable& table = kernels::kernel_table();
  const Index panel = table.panel_width;
  // Pairs are counted one by one only where they are hidden one by one.
  const Index counted = options.adjust || options.visited ? 1 : 0;
  const Index scratch = table.stream_scratch(q.cols, 0);
  const Index bins = cols * panel;
  const Index rows_per_unit = grid_rows_per_unit(q.rows, rows, panel);
  const Index units = (rows + rows_per_unit - 1) / rows_per_unit;
  pool.run(units, [&](Index unit, Index worker) {
    // From the end: with a causal pattern the last units are the longest.
    const Index first_row = (units - 1 - unit) * rows_per_unit;
    const Index last_row = std::min(rows, first_row + rows_per_unit);
    const Index last_query = first_in_cell(last_row, rows, q.rows);
    float* const memory = pool.scratch(worker, scratch + (2 + counted) * bins).data();
    std::vector<kernels::Size> grid_row;
    for (Index query = first_in_cell(first_row, rows, q.rows); query < last_query; query += panel) {
      const KeyRange queries{query, std::min(last_query, query + panel)};
      grid_row.clear();
      for (Index i = queries.first; i < queries.last; ++i) grid_row.push_back(cell_of(i, rows, q.rows));
      const QueryGroup group(q, k, options, queries);
      const kernels::Pooling pooling{.bins = cols,
                                     .keys = k.rows,
                                     .grid_row = grid_row.data(),
                                     .bin_greatest = memory + scratch,
                                     .bin_sum = memory + scratch + bins,
                                     .bin_count = counted ? memory + scratch + 2 * bins : nullptr,
                                     .grid_sum = map.sum.data(),
                                     .grid_greatest = map.largest.data(),
                                     .grid_count = map.allowed.data(),
                                     .grid_stride = cols};
      table.pool(group.stream(), pooling, memory);
    }
    for (Index row = first_row; row < last_row && !counted; ++row) {
      const KeyRange queries{first_in_cell(row, rows, q.rows), first_in_cell(row + 1, rows, q.rows)};
      count_row(options, queries, k.rows, map.allowed.row(row));
    }
  });
  return map;
}

PooledMap pool_weights(ConstMatrixView weights, BasicMatrixView<const std::uint8_t> hidden, GridSize grid) {
  PooledMap map = empty_map(weights.rows, weights.cols, grid);
  for (Index query = 0; query < weights.rows; ++query) {
    const Index row = cell_of(query, map.sum.rows(), weights.rows);
    for (Index key = 0; key < weights.cols; ++key) {
      const Index col = cell_of(key, map.sum.cols(), weights.cols);
      const float weight = weights(query, key);
      map.sum(row, col) += weight;
      if (!hidden.empty() && hidden(query, key) != 0) continue;
      float& largest = map.largest(row, col);
      if (map.allowed(row, col) == 0.0f || weight > largest || weight != weight) largest = weight;
      map.allowed(row, col) += 1.0f;
    }
  }
  return map;
}

}  // namespace attnscope
