// Angular locality-sensitive hashing.
#include "attention/hashing.hpp"

#include <string>

#include "attention/vectors.hpp"

namespace attnscope {

ConstMatrixView hash_directions(const Head& head, Index round, Index buckets) {
  return head.parameter("hash.R." + std::to_string(round), (buckets + 1) / 2, head.size(), {});
}

std::vector<Index> hash_rows(ConstMatrixView rows, ConstMatrixView directions) {
  const DoubleMatrix projections = product_transposed(rows, directions);
  std::vector<Index> hashes;
  for (Index row = 0; row < projections.rows(); ++row) {
    double best = projections(row, 0);
    Index hash = 0;
    for (Index side = 0; side < 2; ++side) {
      for (Index direction = 0; direction < projections.cols(); ++direction) {
        const double along = side == 0 ? projections(row, direction) : -projections(row, direction);
        if (along <= best) continue;
        best = along;
        hash = side * projections.cols() + direction;
      }
    }
    hashes.push_back(hash);
  }
  return hashes;
}

}  // namespace attnscope
