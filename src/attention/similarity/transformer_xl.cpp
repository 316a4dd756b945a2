// Content and distance, each with its own bias:
//
//   S(i, j) = ((qᵢ + u)·kⱼ + (qᵢ + v)·W r)/√d      r: sines and cosines of the distance i-j
#include <cmath>

#include "attention/by_pair.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

/// Sines in the first half, cosines in the second. Row t is the distance `first` + t.
Matrix sinusoids(Index first, Index count, Index size) {
  Matrix waves(count, size);
  const Index half = size / 2;
  for (Index row = 0; row < count; ++row) {
    for (Index wave = 0; wave < half; ++wave) {
      const double slowness = std::pow(10000.0, -2.0 * static_cast<double>(wave) / static_cast<double>(size));
      const double angle = static_cast<double>(first + row) * slowness;
      waves(row, wave) = static_cast<float>(std::sin(angle));
      waves(row, half + wave) = static_cast<float>(std::cos(angle));
    }
  }
  return waves;
}

DoubleMatrix plus_row(ConstMatrixView matrix, ConstMatrixView row) {
  DoubleMatrix sum = to_double(matrix);
  for (Index index = 0; index < sum.rows(); ++index) {
    for (Index col = 0; col < sum.cols(); ++col) sum(index, col) += static_cast<double>(row(0, col));
  }
  return sum;
}

class TransformerXl final : public Similarity {
 public:
  std::unique_ptr<const Term> prepare(const Head& head) const override {
    const Index size = head.size();
    const double spread = 1.0 / std::sqrt(static_cast<double>(size));
    const ConstMatrixView weights = head.parameter("transformer-xl.W", size, size, {.spread = spread});
    const ConstMatrixView content_bias =
        head.parameter("transformer-xl.u", 1, size, {.kind = Fallback::Kind::zeros});
    const ConstMatrixView distance_bias =
        head.parameter("transformer-xl.v", 1, size, {.kind = Fallback::Kind::zeros});
    const Index farthest_ahead = head.keys() - 1;
    const Matrix waves = sinusoids(-farthest_ahead, head.queries() + head.keys() - 1, size);
    return term_by_pair([content = plus_row(head.q, content_bias), place = plus_row(head.q, distance_bias),
                         k = to_double(head.k), distances = product_transposed(waves, weights),
                         farthest_ahead, scale = head.scale()](Index query, Index key) {
      return scale * (dot(content.row(query), k.row(key)) +
                      dot(place.row(query), distances.row(query - key + farthest_ahead)));
    });
  }
  bool is_position_free() const override { return false; }
};

const Registered<Similarity> registered{
    {{
         .name = "transformer-xl",
         .summary = "content and distance, each with a learned bias",
         .paper = "Dai et al. 2019, Transformer-XL: attentive language models beyond a fixed-length context",
         .formula = "S = ((q+u)·k + (q+v)·W r[i-j])/√d, parameters transformer-xl.W, .u, .v",
         .cost = "n²d",
     },
     [](const Settings&) -> std::unique_ptr<const Similarity> { return std::make_unique<TransformerXl>(); }}};

}  // namespace
}  // namespace attnscope
