// Poolingformer: a narrow window over tokens, and a wide one over pooled keys and values; the answers are
// added, so a row sums to two.
//
//   A = softmax within w₁ + softmax(over means within w₂)·F
#include <algorithm>
#include <cstdlib>
#include <limits>

#include "attention/dense_operator.hpp"
#include "attention/recipe_cost.hpp"
#include "attention/softmax_over.hpp"

namespace attnscope {
namespace {

struct PoolSettings {
  Index near = 4;    // tokens to each side
  Index far = 16;    // tokens to each side
  Index kernel = 3;  // tokens
  Index stride = 2;  // tokens
};

class Poolingformer final : public Approximator {
 public:
  explicit Poolingformer(const PoolSettings& settings) : settings_(settings) {}
  MapClass map_class(Direction /*direction*/) const override { return MapClass::non_negative; }
  Cost cost(const Sizes& sizes) const override {
    const double seen = static_cast<double>(2 * settings_.near + 1) +
                        static_cast<double>(2 * settings_.far + 1) / static_cast<double>(settings_.stride);
    const double pairs = static_cast<double>(sizes.queries) * std::min(seen, static_cast<double>(sizes.keys));
    return {.flops = 2.0 * pairs * static_cast<double>(sizes.head_size + sizes.value_size),
            .bytes = data_bytes(sizes) + 8.0 * pairs};
  }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction /*direction*/) const override {
    const DoubleMatrix f = pool_weights(head.keys());
    const DoubleMatrix q = to_double(head.q);
    const DoubleMatrix near_scores = product_transposed(q, to_double(head.k));
    const DoubleMatrix far_scores = product_transposed(q, product(f, to_double(head.k)));
    DoubleMatrix weights(head.queries(), head.keys());
    std::vector<double> row;
    for (Index query = 0; query < head.queries(); ++query) {
      weigh(near_scores.row(query), head.scale(), row,
            [&](Index key) { return std::abs(key - query) <= settings_.near; });
      for (Index key = 0; key < head.keys(); ++key) weights(query, key) += row[static_cast<std::size_t>(key)];
      weigh(far_scores.row(query), head.scale(), row, [&](Index pool) {
        const Index first = pool * settings_.stride;
        const Index last = std::min(first + settings_.kernel, head.keys()) - 1;
        return last >= query - settings_.far && first <= query + settings_.far;
      });
      for (Index pool = 0; pool < f.rows(); ++pool) {
        for (Index key = 0; key < head.keys(); ++key)
          weights(query, key) += row[static_cast<std::size_t>(pool)] * f(pool, key);
      }
    }
    return operator_of(std::move(weights));
  }

 private:
  template <typename Sees>
  static void weigh(std::span<const double> scores, double scale, std::vector<double>& row, Sees sees) {
    row.assign(scores.size(), -std::numeric_limits<double>::infinity());
    for (std::size_t place = 0; place < scores.size(); ++place) {
      if (sees(static_cast<Index>(place))) row[place] = scale * scores[place];
    }
    softmax_over(row);
  }

  DoubleMatrix pool_weights(Index keys) const {
    const Index pools = (keys + settings_.stride - 1) / settings_.stride;
    DoubleMatrix f(pools, keys);
    for (Index pool = 0; pool < pools; ++pool) {
      const Index first = pool * settings_.stride;
      const Index last = std::min(first + settings_.kernel, keys);
      for (Index key = first; key < last; ++key) f(pool, key) = 1.0 / static_cast<double>(last - first);
    }
    return f;
  }

  PoolSettings settings_;
};

const Registered<Approximator> registered{
    {{
         .name = "poolingformer",
         .summary = "a narrow window over tokens plus a wide one over pooled keys; rows sum to two",
         .paper = "Zhang et al. 2021, Poolingformer: long document modeling with pooling attention",
         .formula = "A = A(near) + A(far pools)·F",
         .cost = "n(w₁ + w₂/stride)d",
         .settings = {{.name = "near",
                       .fallback = "4",
                       .most = 1e6,
                       .unit = "tokens",
                       .meaning = "reach of the first window"},
                      {.name = "far",
                       .fallback = "16",
                       .most = 1e6,
                       .unit = "tokens",
                       .meaning = "reach of the second window"},
                      {.name = "kernel",
                       .fallback = "3",
                       .least = 1,
                       .most = 65536,
                       .unit = "tokens",
                       .meaning = "keys in a pool"},
                      {.name = "stride",
                       .fallback = "2",
                       .least = 1,
                       .most = 65536,
                       .unit = "tokens",
                       .meaning = "from pool to pool"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<Poolingformer>(PoolSettings{.near = settings.integer("near"),
                                                           .far = settings.integer("far"),
                                                           .kernel = settings.integer("kernel"),
                                                           .stride = settings.integer("stride")});
     }}};

}  // namespace
}  // namespace attnscope
