#include "attention/query_clusters.hpp"

#include <algorithm>
#include <bit>

#include "attention/random_features.hpp"

namespace attnscope {
namespace {

std::vector<std::uint64_t> sign_bits(ConstMatrixView q, const ClusterSettings& settings) {
  Random random(seed_for(settings.seed, "query clusters"));
  const DoubleMatrix planes = random_directions(settings.bits, q.cols, Directions::independent, random);
  const DoubleMatrix sides = product_transposed(to_double(q), planes);
  std::vector<std::uint64_t> bits(static_cast<std::size_t>(q.rows));
  for (Index query = 0; query < q.rows; ++query) {
    for (Index bit = 0; bit < settings.bits; ++bit) {
      if (sides(query, bit) > 0.0) bits[static_cast<std::size_t>(query)] |= std::uint64_t{1} << bit;
    }
  }
  return bits;
}

/// The majority of each bit over a cluster's members; what it was where the cluster is empty.
std::uint64_t majority(const std::vector<std::uint64_t>& bits, const std::vector<Index>& cluster_of,
                       Index cluster, std::uint64_t before) {
  std::vector<Index> ones(64);
  Index members = 0;
  for (std::size_t query = 0; query < bits.size(); ++query) {
    if (cluster_of[query] != cluster) continue;
    ++members;
    for (std::size_t bit = 0; bit < 64; ++bit) ones[bit] += static_cast<Index>(bits[query] >> bit & 1U);
  }
  if (members == 0) return before;
  std::uint64_t result = 0;
  for (std::size_t bit = 0; bit < 64; ++bit) {
    if (2 * ones[bit] > members) result |= std::uint64_t{1} << bit;
  }
  return result;
}

std::vector<Index> assign(const std::vector<std::uint64_t>& bits, const ClusterSettings& settings) {
  const auto queries = static_cast<Index>(bits.size());
  std::vector<Index> cluster_of(bits.size());
  if (settings.clusters >= queries) {
    for (Index query = 0; query < queries; ++query) cluster_of[static_cast<std::size_t>(query)] = query;
    return cluster_of;
  }
  std::vector<std::uint64_t> centres;
  for (Index cluster = 0; cluster < settings.clusters; ++cluster) {
    centres.push_back(bits[static_cast<std::size_t>(cluster * queries / settings.clusters)]);
  }
  for (Index round = 0; round < settings.rounds; ++round) {
    for (std::size_t query = 0; query < bits.size(); ++query) {
      int least = 65;
      for (std::size_t cluster = 0; cluster < centres.size(); ++cluster) {
        const int distance = std::popcount(bits[query] ^ centres[cluster]);
        if (distance >= least) continue;
        least = distance;
        cluster_of[query] = static_cast<Index>(cluster);
      }
    }
    for (std::size_t cluster = 0; cluster < centres.size(); ++cluster) {
      centres[cluster] = majority(bits, cluster_of, static_cast<Index>(cluster), centres[cluster]);
    }
  }
  return cluster_of;
}

}  // namespace

QueryClusters cluster_queries(ConstMatrixView q, const ClusterSettings& settings) {
  QueryClusters result;
  result.cluster_of = assign(sign_bits(q, settings), settings);
  const Index clusters = std::min(settings.clusters, q.rows);
  result.means = DoubleMatrix(clusters, q.cols);
  std::vector<double> members(static_cast<std::size_t>(clusters));
  for (Index query = 0; query < q.rows; ++query) {
    const Index cluster = result.cluster_of[static_cast<std::size_t>(query)];
    members[static_cast<std::size_t>(cluster)] += 1.0;
    for (Index col = 0; col < q.cols; ++col) result.means(cluster, col) += static_cast<double>(q(query, col));
  }
  for (Index cluster = 0; cluster < clusters; ++cluster) {
    for (double& number : result.means.row(cluster))
      number /= std::max(1.0, members[static_cast<std::size_t>(cluster)]);
  }
  return result;
}

}  // namespace attnscope
