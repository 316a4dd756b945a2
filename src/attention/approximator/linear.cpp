// φ(x) = elu(x) + 1: x + 1 above zero, e^x below. Linear in the number of tokens.
#include <cmath>

#include "attention/feature_operator.hpp"

namespace attnscope {
namespace {

DoubleMatrix features(ConstMatrixView x) {
  DoubleMatrix result = to_double(x);
  for (double& number : result.numbers()) number = number > 0.0 ? number + 1.0 : std::exp(number);
  return result;
}

class Linear final : public Approximator {
 public:
  MapClass map_class(Direction /*direction*/) const override { return MapClass::row_stochastic; }
  bool can_be_causal() const override { return true; }
  Cost cost(const Sizes& sizes) const override { return feature_cost(sizes, sizes.head_size); }
  std::unique_ptr<const Operator> prepare(const Head& head, Direction direction) const override {
    return feature_operator(features(head.q), features(head.k), direction);
  }
};

const Registered<Approximator> registered{
    {{
         .name = "linear",
         .summary = "softmax replaced by the feature map elu + 1",
         .paper = "Katharopoulos et al. 2020, Transformers are RNNs",
         .formula = "A = D⁻¹φ(Q)φ(K)ᵀ, φ(x) = elu(x)+1",
         .cost = "nd²",
     },
     [](const Settings&) -> std::unique_ptr<const Approximator> { return std::make_unique<Linear>(); }}};

}  // namespace
}  // namespace attnscope
