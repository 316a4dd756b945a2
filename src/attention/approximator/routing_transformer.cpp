// Each cluster takes the queries and the keys that are nearest to its centroid, w of each, and attends
// inside. A query in several clusters gets the mean of their answers, a query in none gets nothing. Which
// queries a cluster takes depends on all of them, so that there is no causal form.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "attention/dense_operator.hpp"
#include "attention/pattern/root_length.hpp"
#include "attention/softmax_over.hpp"

namespace attnscope {
namespace {

DoubleMatrix unit_rows(ConstMatrixView rows) {
  DoubleMatrix units = to_double(rows);
  for (Index row = 0; row < units.rows(); ++row) {
    const double length = std::sqrt(dot(units.row(row), units.row(row)));
    for (double& number : units.row(row)) number = length > 0.0 ? number / length : 0.0;
  }
  return units;
}

/// The `count` rows that point most along the centroid, the first of equals.
std::vector<Index> nearest(const DoubleMatrix& cosines, Index cluster, Index count) {
  std::vector<Index> order(static_cast<std::size_t>(cosines.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&cosines, cluster](Index one, Index other) {
    return cosines(one, cluster) > cosines(other, cluster);
  });
  order.resize(static_cast<std::size_t>(std::min(count, cosines.rows())));
  return order;
}

/// Centroids of length one: some rounds of k-means over the keys, from the learned or seeded ones.
DoubleMatrix find_centroids(const DoubleMatrix& keys, ConstMatrixView start, Index rounds) {
  DoubleMatrix centroids = unit_rows(start);
  for (Index round = 0; round < rounds; ++round) {
    const DoubleMatrix cosines = product_transposed(keys, centroids);
    Matrix sums(centroids.rows(), centroids.cols());
    for (Index key = 0; key < keys.rows(); ++key) {
      const std::span<const double> row = cosines.row(key);
      const Index cluster = std::max_element(row.begin(), row.end()) - row.begin();
      for (Index col = 0; col < keys.cols(); ++col) sums(cluster, col) += static_cast<float>(keys(key, col));
    }
    const DoubleMatrix moved = unit_rows(sums);
    for (Index cluster = 0; cluster < centroids.rows(); ++cluster) {
      if (dot(moved.row(cluster), moved.row(cluster)) == 0.0) continue;  // nobody chose it: it stays
      std::copy(moved.row(cluster).begin(), moved.row(cluster).end(), centroids.row(cluster).begin());
    }
  }
  return centroids;
}

class RoutingTransformer final : public Approximator {
 public:
  RoutingTransformer(Index clusters, Index window, Index rounds)
      : clusters_(clusters), window_(window), rounds_(rounds) {}
  /// Rows of queries that no cluster takes are zeros.
  MapClass map_class(Direction /*direction*/) const override { return MapClass::substochastic; }
  Cost cost(const Sizes& sizes) const override {
    const Index clusters = or_root(clusters_, sizes.keys);
    const auto window = static_cast<double>(window_of(sizes.keys, clusters));
    const double pairs = static_cast<double>(clusters) * window * window;
    return {.flops = 2.0 * pairs * static_cast<double>(sizes.head_size + sizes.value_size),
            .bytes = 8.0 * pairs};
  }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction /*direction*/) const override {
    const Index clusters = or_root(clusters_, head.keys());
    const DoubleMatrix keys = unit_rows(head.k);
    const DoubleMatrix centroids =
        find_centroids(keys, head.parameter("clusters.mu", clusters, head.size(), {}), rounds_);
    const DoubleMatrix query_cosines = product_transposed(unit_rows(head.q), centroids);
    const DoubleMatrix key_cosines = product_transposed(keys, centroids);
    const Index window = window_of(head.keys(), clusters);
    DoubleMatrix weights(head.queries(), head.keys());
    std::vector<double> answers(static_cast<std::size_t>(head.queries()));
    for (Index cluster = 0; cluster < clusters; ++cluster) {
      const std::vector<Index> members = nearest(key_cosines, cluster, window);
      for (const Index query : nearest(query_cosines, cluster, window)) {
        std::vector<double> row;
        for (const Index key : members) row.push_back(head.scale() * dot(head.q.row(query), head.k.row(key)));
        softmax_over(row);
        for (std::size_t place = 0; place < row.size(); ++place) weights(query, members[place]) += row[place];
        answers[static_cast<std::size_t>(query)] += 1.0;
      }
    }
    for (Index query = 0; query < head.queries(); ++query) {
      const double count = std::max(1.0, answers[static_cast<std::size_t>(query)]);
      for (double& weight : weights.row(query)) weight /= count;
    }
    return operator_of(std::move(weights));
  }

 private:
  Index window_of(Index keys, Index clusters) const {
    return window_ > 0 ? window_ : std::max<Index>(1, keys / clusters);
  }

  Index clusters_;
  Index window_;  // tokens
  Index rounds_;
};

const Registered<Approximator> registered{
    {{
         .name = "routing-transformer",
         .summary = "clusters take their nearest queries and keys and attend inside",
         .paper = "Roy et al. 2021, Efficient content-based sparse attention with routing transformers",
         .formula = "A = mean over i's clusters of softmax(q·k/√d) on their keys, parameter clusters.mu",
         .cost = "n√n·d",
         .settings =
             {{.name = "clusters", .fallback = "0", .most = 65536, .meaning = "0 takes √n, rounded up"},
              {.name = "window",
               .fallback = "0",
               .unit = "tokens",
               .meaning = "queries, and keys, that a cluster takes; 0 takes n/clusters"},
              {.name = "rounds",
               .fallback = "10",
               .most = 1000,
               .meaning = "rounds of k-means that fit the centroids to the text"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<RoutingTransformer>(settings.integer("clusters"), settings.integer("window"),
                                                   settings.integer("rounds"));
     }}};

}  // namespace
}  // namespace attnscope
