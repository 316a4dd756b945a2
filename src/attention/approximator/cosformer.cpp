// cosFormer: positive parts of q and k, weighed by the cosine of their distance.
//
//   A ∝ relu(q)·relu(k) · cos(π/2 · (i-j)/M)
//
// The cosine of a difference splits into products, so that sums over keys are enough: φ(x, i) = [r cos; r
// sin].
#include <algorithm>
#include <cmath>
#include <numbers>

#include "attention/feature_operator.hpp"

namespace attnscope {
namespace {

class Cosformer final : public Approximator {
 public:
  explicit Cosformer(Index length) : length_(length) {}
  MapClass map_class(Direction /*direction*/) const override { return MapClass::row_stochastic; }
  bool can_be_causal() const override { return true; }
  Cost cost(const Sizes& sizes) const override { return feature_cost(sizes, 2 * sizes.head_size); }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction direction) const override {
    const Index longest = std::max({length_, head.queries(), head.keys()});
    DoubleMatrix q(head.queries(), 2 * head.size());
    DoubleMatrix k(head.keys(), 2 * head.size());
    for (Index query = 0; query < head.queries(); ++query)
      fill(head.q.row(query), query, longest, q.row(query));
    for (Index key = 0; key < head.keys(); ++key) fill(head.k.row(key), key, longest, k.row(key));
    return feature_operator(std::move(q), std::move(k), direction);
  }

 private:
  static void fill(std::span<const float> x, Index place, Index longest, std::span<double> features) {
    const double angle = std::numbers::pi / 2.0 * static_cast<double>(place) / static_cast<double>(longest);
    for (std::size_t col = 0; col < x.size(); ++col) {
      const double positive = std::max(static_cast<double>(x[col]), 0.0);
      features[col] = positive * std::cos(angle);
      features[x.size() + col] = positive * std::sin(angle);
    }
  }

  Index length_;  // tokens
};

const Registered<Approximator> registered{
    {{
         .name = "cosformer",
         .summary = "positive parts of queries and keys, weighed by the cosine of their distance",
         .paper = "Qin et al. 2022, cosFormer: rethinking softmax in attention",
         .formula = "A ∝ relu(q)·relu(k)·cos(π(i-j)/2M)",
         .cost = "2nd²",
         .settings = {{.name = "length",
                       .fallback = "0",
                       .most = 1e9,
                       .unit = "tokens",
                       .meaning = "M, the longest text; the text's own length if that is longer"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<Cosformer>(settings.integer("length"));
     }}};

}  // namespace
}  // namespace attnscope
