// Groups of queries that hash alike: k-means on sign bits (Vyas et al. 2020).
#pragma once

#include <cstdint>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

struct ClusterSettings {
  Index clusters = 8;
  Index bits = 63;
  Index rounds = 10;
  std::uint64_t seed = 1;
};

struct QueryClusters {
  std::vector<Index> cluster_of;  ///< of each query
  DoubleMatrix means;             ///< [clusters x head size]; zeros for an empty cluster
};

/// With as many clusters as queries each is its own. q: [queries x head size]
QueryClusters cluster_queries(ConstMatrixView q, const ClusterSettings& settings);

}  // namespace attnscope
