// Query and key meet where the same centroid is nearest to both by angle. The centroids are learned
// parameters, or seeded directions, so that a later token cannot move them.
#include <vector>

#include "attention/by_pair.hpp"
#include "attention/pattern/root_length.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

std::vector<Index> nearest(ConstMatrixView rows, ConstMatrixView centroids) {
  const DoubleMatrix products = product_transposed(rows, centroids);
  std::vector<Index> found;
  for (Index row = 0; row < products.rows(); ++row) {
    Index best = 0;
    double best_cosine = 0.0;
    for (Index cluster = 0; cluster < products.cols(); ++cluster) {
      const double length = std::sqrt(squared_norm(centroids.row(cluster)));
      const double cosine = length > 0.0 ? products(row, cluster) / length : 0.0;
      if (cluster == 0 || cosine > best_cosine) {
        best = cluster;
        best_cosine = cosine;
      }
    }
    found.push_back(best);
  }
  return found;
}

class Clusters final : public Pattern {
 public:
  explicit Clusters(Index clusters) : clusters_(clusters) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    const ConstMatrixView centroids =
        head.parameter("clusters.mu", or_root(clusters_, head.keys()), head.size(), {});
    return mask_by_pair(head, [of_query = nearest(head.q, centroids), of_key = nearest(head.k, centroids)](
                                  Index query, Index key) {
      if (query == key) return true;  // Q and K may fall apart, and no row may be empty
      return of_query[static_cast<std::size_t>(query)] == of_key[static_cast<std::size_t>(key)];
    });
  }

 private:
  Index clusters_;
};

const Registered<Pattern> registered{
    {{
         .name = "clusters",
         .summary = "query and key meet where the same centroid is nearest to both",
         .paper = "Roy et al. 2021, Efficient content-based sparse attention with routing transformers",
         .formula = "c(q) = c(k), c(x) = argmax cos(x, µ), µ the parameter clusters.mu",
         .cost = "n√n·d",
         .settings = {{.name = "clusters",
                       .fallback = "0",
                       .most = 65536,
                       .meaning = "centroids; 0 takes √n, rounded up"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<Clusters>(settings.integer("clusters"));
     }}};

}  // namespace
}  // namespace attnscope
