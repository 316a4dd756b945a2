// Eigen is renamed here: its functions, compiled for AVX-512, must not replace those of the rest of the
// program.
#define Eigen EigenForV4
#include "bench/eigen_two_pass.hpp"

#include <Eigen/Core>
#include <algorithm>

namespace attnscope::bench {
namespace {

using Block = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Numbers = Eigen::Map<const Block>;

constexpr Index query_tile = 128;
constexpr Index key_tile = 512;

}  // namespace

void pool_in_two_passes(ConstMatrixView q, ConstMatrixView k, float scale, MatrixView mean,
                        MatrixView largest) {
  const Numbers queries(q.data, q.rows, q.cols);
  const Numbers keys(k.data, k.rows, k.cols);
  Eigen::Map<Block> mean_map(mean.data, mean.rows, mean.cols);
  Eigen::Map<Block> largest_map(largest.data, largest.rows, largest.cols);
  mean_map.setZero();
  largest_map.setZero();
  Block scores(query_tile, key_tile);
  Eigen::ArrayXf most(query_tile);
  Eigen::ArrayXf sum(query_tile);
  for (Index first = 0; first < q.rows; first += query_tile) {
    const Index rows = std::min(query_tile, q.rows - first);
    const auto tile_of = [&](Index key) {
      const Index cols = std::min(key_tile, k.rows - key);
      scores.topLeftCorner(rows, cols).noalias() =
          (queries.middleRows(first, rows) * scale) * keys.middleRows(key, cols).transpose();
      return scores.topLeftCorner(rows, cols).array();
    };
    most.setConstant(-3e38f);
    sum.setZero();
    for (Index key = 0; key < k.rows; key += key_tile) {
      const auto tile = tile_of(key);
      for (Index row = 0; row < rows; ++row) {
        const float greatest = std::max(most[row], tile.row(row).maxCoeff());
        sum[row] = sum[row] * std::exp(most[row] - greatest) + (tile.row(row) - greatest).exp().sum();
        most[row] = greatest;
      }
    }
    for (Index key = 0; key < k.rows; key += key_tile) {
      auto tile = tile_of(key);
      for (Index row = 0; row < rows; ++row) {
        tile.row(row) = (tile.row(row) - most[row]).exp() / sum[row];
        const Index grid_row = (first + row) * mean.rows / q.rows;
        // Bins of one width: the sizes measured are multiples of the grid.
        const Index width = k.rows / mean.cols;
        for (Index col = 0; col < tile.cols(); col += width) {
          const auto cell = tile.row(row).segment(col, width);
          const Index bin = (key + col) / width;
          mean_map(grid_row, bin) += cell.sum();
          largest_map(grid_row, bin) = std::max(largest_map(grid_row, bin), cell.maxCoeff());
        }
      }
    }
  }
}

}  // namespace attnscope::bench
