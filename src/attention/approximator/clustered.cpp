// Clustered attention: queries that hash alike share the row of their centroid; the improved form gives each
// query its own weights on the centroid's best keys.
//
//   A(i, ·) = softmax(q̄_c(i) Kᵀ/√d)                    q̄_c the mean query of cluster c
//   improved: on the top k keys of the cluster, its mass is shared out by the query's own softmax
#include <algorithm>
#include <limits>
#include <numeric>

#include "attention/product_operator.hpp"
#include "attention/query_clusters.hpp"
#include "attention/recipe_cost.hpp"
#include "attention/softmax_over.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

/// Rows of clusters, and for each query the corrections on its cluster's best keys.
class ClusteredOperator final : public Operator {
 public:
  ClusteredOperator(std::vector<Index> cluster_of, DoubleMatrix rows, DoubleMatrix corrections,
                    std::vector<std::vector<Index>> best)
      : cluster_of_(std::move(cluster_of)),
        rows_(std::move(rows)),
        corrections_(std::move(corrections)),
        best_(std::move(best)) {}

  DoubleMatrix apply(ConstDoubleMatrixView v) const override {
    const DoubleMatrix shared = product(rows_, DoubleMatrix(v));
    DoubleMatrix output(static_cast<Index>(cluster_of_.size()), v.cols);
    for (Index query = 0; query < output.rows(); ++query) {
      const Index cluster = cluster_of_[static_cast<std::size_t>(query)];
      const auto row = output.row(query);
      std::copy(shared.row(cluster).begin(), shared.row(cluster).end(), row.begin());
      if (best_.empty()) continue;
      const std::vector<Index>& keys = best_[static_cast<std::size_t>(cluster)];
      for (std::size_t place = 0; place < keys.size(); ++place) {
        const double change = corrections_(query, static_cast<Index>(place));
        for (Index col = 0; col < v.cols; ++col)
          row[static_cast<std::size_t>(col)] += change * v(keys[place], col);
      }
    }
    return output;
  }

 private:
  std::vector<Index> cluster_of_;
  DoubleMatrix rows_;
  DoubleMatrix corrections_;
  std::vector<std::vector<Index>> best_;
};

class Clustered final : public Approximator {
 public:
  Clustered(const ClusterSettings& settings, Index best) : settings_(settings), best_(best) {}
  MapClass map_class(Direction /*direction*/) const override { return MapClass::row_stochastic; }
  Cost cost(const Sizes& sizes) const override {
    const double keys = static_cast<double>(sizes.keys);
    const double width = static_cast<double>(sizes.head_size + sizes.value_size);
    const double pairs = static_cast<double>(settings_.clusters) * keys +
                         static_cast<double>(sizes.queries) * static_cast<double>(best_);
    // Hashing every query, and comparing its hash, one machine word, with every centroid in every round.
    const double queries = static_cast<double>(sizes.queries);
    const double hashing = 2.0 * queries * static_cast<double>(settings_.bits * sizes.head_size);
    const double gathering = 2.0 * queries * static_cast<double>(settings_.rounds * settings_.clusters);
    return {.flops = hashing + gathering + 2.0 * pairs * width, .bytes = data_bytes(sizes) + 8.0 * pairs};
  }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction /*direction*/) const override {
    const QueryClusters clusters = cluster_queries(head.q, settings_);
    DoubleMatrix rows = softmax_scores(clusters.means, to_double(head.k), head.scale());
    if (best_ == 0)
      return std::make_unique<ClusteredOperator>(clusters.cluster_of, std::move(rows), DoubleMatrix(),
                                                 none());
    const Index count = std::min(best_, head.keys());
    std::vector<std::vector<Index>> best;
    for (Index cluster = 0; cluster < rows.rows(); ++cluster)
      best.push_back(best_keys(rows.row(cluster), count));
    DoubleMatrix corrections(head.queries(), count);
    for (Index query = 0; query < head.queries(); ++query) {
      const Index cluster = clusters.cluster_of[static_cast<std::size_t>(query)];
      correct(head, query, rows.row(cluster), best[static_cast<std::size_t>(cluster)],
              corrections.row(query));
    }
    return std::make_unique<ClusteredOperator>(clusters.cluster_of, std::move(rows), std::move(corrections),
                                               std::move(best));
  }

 private:
  static std::vector<std::vector<Index>> none() { return {}; }

  static std::vector<Index> best_keys(std::span<const double> weights, Index count) {
    std::vector<Index> order(weights.size());
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
      return weights[static_cast<std::size_t>(a)] > weights[static_cast<std::size_t>(b)];
    });
    order.resize(static_cast<std::size_t>(count));
    return order;
  }

  static void correct(const Head& head, Index query, std::span<const double> shared,
                      const std::vector<Index>& keys, std::span<double> changes) {
    double mass = 0.0;
    for (std::size_t place = 0; place < keys.size(); ++place) {
      mass += shared[static_cast<std::size_t>(keys[place])];
      changes[place] = head.scale() * dot(head.q.row(query), head.k.row(keys[place]));
    }
    softmax_over(changes);
    for (std::size_t place = 0; place < keys.size(); ++place) {
      changes[place] = mass * changes[place] - shared[static_cast<std::size_t>(keys[place])];
    }
  }

  ClusterSettings settings_;
  Index best_;  // 0: the plain form
};

const Setting clusters_setting{
    .name = "clusters", .fallback = "8", .least = 1, .most = 1e6, .meaning = "centroids"};
const Setting bits_setting{
    .name = "bits", .fallback = "63", .least = 1, .most = 63, .meaning = "of the hash"};
const Setting rounds_setting{
    .name = "rounds", .fallback = "10", .least = 1, .most = 1000, .meaning = "of Lloyd's algorithm"};
const Setting seed_setting{
    .name = "seed", .fallback = "1", .most = 1e9, .meaning = "another draw of the hash"};

ClusterSettings cluster_settings(const Settings& settings) {
  return {.clusters = settings.integer("clusters"),
          .bits = settings.integer("bits"),
          .rounds = settings.integer("rounds"),
          .seed = static_cast<std::uint64_t>(settings.integer("seed"))};
}

const Registered<Approximator> registered{
    {{
         .name = "clustered",
         .summary = "queries that hash alike share the row of their mean",
         .paper = "Vyas et al. 2020, Fast transformers with clustered attention",
         .formula = "A(i,·) = softmax(q̄_c(i)Kᵀ/√d)",
         .cost = "nCd",
         .settings = {clusters_setting, bits_setting, rounds_setting, seed_setting},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<Clustered>(cluster_settings(settings), 0);
     }}};

const Registered<Approximator> registered_improved{
    {{
         .name = "improved-clustered",
         .summary = "clustered attention, exact on each cluster's best keys",
         .paper = "Vyas et al. 2020, Fast transformers with clustered attention",
         .formula = "A(i,T) = m_c·softmax(q_i K_Tᵀ/√d) on the top keys T of the cluster",
         .cost = "n(C+k)d",
         .settings = {clusters_setting,
                      {.name = "k",
                       .fallback = "8",
                       .least = 1,
                       .most = 1e6,
                       .unit = "keys",
                       .meaning = "best keys of a cluster"},
                      bits_setting,
                      rounds_setting,
                      seed_setting},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<Clustered>(cluster_settings(settings), settings.integer("k"));
     }}};

}  // namespace
}  // namespace attnscope
