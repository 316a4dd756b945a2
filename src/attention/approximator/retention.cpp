// Retention: linear attention without a denominator, in which the past fades at a rate of its own for each
// head.
//
//   A(i, j) = q·k/√d · γ^(i-j) for j ≤ i,  γ = 1 - 2^(-5-h)
#include <cmath>

#include "attention/feature_operator.hpp"

namespace attnscope {
namespace {

class Retention final : public Approximator {
 public:
  explicit Retention(double decay) : decay_(decay) {}
  MapClass map_class(Direction /*direction*/) const override { return MapClass::any_sign; }
  bool can_be_causal() const override { return true; }
  bool is_always_causal() const override { return true; }
  Cost cost(const Sizes& sizes) const override { return feature_cost(sizes, sizes.head_size); }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction /*direction*/) const override {
    DoubleMatrix q = to_double(head.q);
    for (double& number : q.numbers()) number *= head.scale();
    const double own = 1.0 - std::exp2(-5.0 - static_cast<double>(head.index));
    return feature_operator(
        std::move(q), to_double(head.k), Direction::causal,
        {.denominator = FeatureSettings::Denominator::none, .decay = decay_ > 0.0 ? decay_ : own});
  }

 private:
  double decay_;
};

const Registered<Approximator> registered{
    {{
         .name = "retention",
         .summary = "linear attention without a denominator, the past fades at each head's rate",
         .paper = "Sun et al. 2023, Retentive network",
         .formula = "A = (QKᵀ/√d) ∘ γ^(i-j), j ≤ i, γ = 1-2^(-5-h)",
         .cost = "nd²",
         .settings = {{.name = "decay",
                       .type = Setting::Type::real,
                       .fallback = "0",
                       .least = 0,
                       .most = 1,
                       .meaning = "γ for all heads; 0 takes each head's own"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<Retention>(settings.real("decay"));
     }}};

}  // namespace
}  // namespace attnscope
