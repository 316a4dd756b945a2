// Noise that two maps share is taken out: heads in pairs, one map for both.
//
//   A = A₁ - λA₂      λ of layer l, from 0: 0.8 - 0.6·e^(-0.3l)
//
// With an odd number of heads each head is split instead: its first and second half of dimensions are the
// pair, each with a softmax of its own.
#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/stages.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

/// Softmax weights of one half of the head's dimensions, on the pairs that may meet.
DoubleMatrix half_map(ConstMatrixView q, ConstMatrixView k, const BasicMatrix<std::uint8_t>& allowed) {
  DoubleMatrix weights = product_transposed(q, k);
  const double scale = 1.0 / std::sqrt(static_cast<double>(q.cols));
  for (Index query = 0; query < weights.rows(); ++query) {
    double most = -std::numeric_limits<double>::infinity();
    for (Index key = 0; key < weights.cols(); ++key) {
      if (allowed(query, key) != 0) most = std::max(most, scale * weights(query, key));
    }
    double sum = 0.0;
    for (Index key = 0; key < weights.cols(); ++key) {
      double& weight = weights(query, key);
      weight = allowed(query, key) != 0 ? std::exp(scale * weight - most) : 0.0;
      sum += weight;
    }
    for (double& weight : weights.row(query)) weight = sum > 0.0 ? weight / sum : 0.0;
  }
  return weights;
}

void subtract(DoubleMatrix& map, double factor, const DoubleMatrix& other) {
  const std::span<const double> source = other.numbers();
  const std::span<double> target = map.numbers();
  for (std::size_t place = 0; place < target.size(); ++place) target[place] -= factor * source[place];
}

class Differential final : public Mixer {
 public:
  explicit Differential(double lambda) : lambda_(lambda) {}
  Place place() const override { return Place::weights; }
  MapClass map_class(MapClass /*before*/) const override { return MapClass::any_sign; }

  void mix(LayerMaps& maps, const Layer& layer) const override {
    const double lambda =
        lambda_ >= 0.0 ? lambda_ : 0.8 - 0.6 * std::exp(-0.3 * static_cast<double>(layer.index));
    if (layer.heads() % 2 == 0) {
      for (std::size_t head = 0; head < maps.heads.size(); head += 2) {
        subtract(maps.heads[head], lambda, maps.heads[head + 1]);
        maps.heads[head + 1] = maps.heads[head];
      }
    } else {
      for (std::size_t head = 0; head < maps.heads.size(); ++head) split(maps, head, lambda, layer);
    }
  }

 private:
  static void split(LayerMaps& maps, std::size_t index, double lambda, const Layer& layer) {
    const Head head = layer.head(static_cast<Index>(index));
    const Index half = head.size() / 2;
    if (half == 0) return;
    BasicMatrix<std::uint8_t> allowed(head.queries(), head.keys());
    std::fill(allowed.numbers().begin(), allowed.numbers().end(), std::uint8_t{1});
    if (maps.allowed != nullptr) allowed = (*maps.allowed)[index];
    maps.heads[index] = half_map(head.q.col_range(0, half), head.k.col_range(0, half), allowed);
    subtract(maps.heads[index], lambda,
             half_map(head.q.col_range(half, half), head.k.col_range(half, half), allowed));
  }

  double lambda_;
};

const Registered<Mixer> registered{
    {{
         .name = "differential",
         .summary = "the difference of two maps: of a pair of heads, or of a head's halves",
         .paper = "Ye et al. 2024, Differential transformer",
         .formula = "A = A1 - λA2",
         .cost = "2n²d",
         .settings = {{.name = "lambda",
                       .type = Setting::Type::real,
                       .fallback = "-1",
                       .least = -1,
                       .most = 100,
                       .meaning = "λ; below 0 takes 0.8-0.6·exp(-0.3·layer)"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Mixer> {
       return std::make_unique<Differential>(settings.real("lambda"));
     }}};

}  // namespace
}  // namespace attnscope
