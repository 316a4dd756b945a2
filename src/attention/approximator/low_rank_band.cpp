// Low rank plus band: one map from the first few dimensions of queries and keys, one from a band; half of
// each.
//
//   A = ½ softmax(Q_r K_rᵀ/√r) + ½ softmax(QKᵀ/√d within the band)
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "attention/dense_operator.hpp"
#include "attention/recipe_cost.hpp"
#include "attention/softmax_over.hpp"

namespace attnscope {
namespace {

class LowRankBand final : public Approximator {
 public:
  LowRankBand(Index rank, Index radius) : rank_(rank), radius_(radius) {}
  MapClass map_class(Direction /*direction*/) const override { return MapClass::row_stochastic; }
  bool can_be_causal() const override { return true; }
  Cost cost(const Sizes& sizes) const override {
    const double all = static_cast<double>(sizes.queries) * static_cast<double>(sizes.keys);
    const double near = static_cast<double>(sizes.queries) * static_cast<double>(2 * radius_ + 1);
    return {.flops = 2.0 * (all * static_cast<double>(rank_ + sizes.value_size) +
                            near * static_cast<double>(sizes.head_size + sizes.value_size)),
            .bytes = data_bytes(sizes) + 8.0 * (all + near)};
  }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction direction) const override {
    const Index rank = std::min(rank_, head.size());
    const DoubleMatrix thin = product_transposed(head.q.col_range(0, rank), head.k.col_range(0, rank));
    const DoubleMatrix full = product_transposed(head.q, head.k);
    const double thin_scale = 1.0 / std::sqrt(static_cast<double>(rank));
    const bool is_causal = direction == Direction::causal;
    DoubleMatrix weights(head.queries(), head.keys());
    for (Index query = 0; query < head.queries(); ++query) {
      const auto visible = [&](Index key) { return !is_causal || key <= query; };
      add_half(thin.row(query), thin_scale, weights.row(query), visible);
      add_half(full.row(query), head.scale(), weights.row(query),
               [&](Index key) { return visible(key) && std::abs(key - query) <= radius_; });
    }
    return operator_of(std::move(weights));
  }

 private:
  template <typename Sees>
  static void add_half(std::span<const double> scores, double scale, std::span<double> weights, Sees sees) {
    std::vector<double> row(scores.size(), -std::numeric_limits<double>::infinity());
    for (std::size_t key = 0; key < row.size(); ++key) {
      if (sees(static_cast<Index>(key))) row[key] = scale * scores[key];
    }
    softmax_over(row);
    for (std::size_t key = 0; key < row.size(); ++key) weights[key] += 0.5 * row[key];
  }

  Index rank_;
  Index radius_;  // tokens
};

const Registered<Approximator> registered{
    {{
         .name = "low-rank-band",
         .summary = "half a map of low-rank scores, half a band",
         .paper = "Guo et al. 2019, Low-rank and locality constrained self-attention for sequence modeling",
         .formula = "A = ½softmax(Q_r K_rᵀ/√r) + ½softmax(QKᵀ/√d | band)",
         .cost = "n²r + nwd",
         .settings = {{.name = "rank",
                       .fallback = "4",
                       .least = 1,
                       .most = 65536,
                       .meaning = "dimensions of the first map"},
                      {.name = "radius",
                       .fallback = "2",
                       .most = 1e6,
                       .unit = "tokens",
                       .meaning = "reach of the band"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<LowRankBand>(settings.integer("rank"), settings.integer("radius"));
     }}};

}  // namespace
}  // namespace attnscope
