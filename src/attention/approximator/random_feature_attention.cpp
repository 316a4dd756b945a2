// RFA: q and k brought to length one, then sines and cosines of random projections.
//
//   φ(x) = [sin(Wx̂/τ); cos(Wx̂/τ)],  x̂ = x/‖x‖,  φ(q)·φ(k) ≈ m·e^(-‖q̂-k̂‖²/2τ²)
//
// A gate g < 1 lets what came before fade (causal only).
#include <cmath>

#include "attention/feature_operator.hpp"
#include "attention/random_features.hpp"

namespace attnscope {
namespace {

struct RfaSettings {
  Index features = 64;
  double temperature = 1.0;
  double gate = 1.0;
  std::uint64_t seed = 1;
};

class RandomFeatureAttention final : public Approximator {
 public:
  explicit RandomFeatureAttention(const RfaSettings& settings) : settings_(settings) {}
  MapClass map_class(Direction /*direction*/) const override { return MapClass::signed_row_stochastic; }
  bool can_be_causal() const override { return true; }
  Cost cost(const Sizes& sizes) const override { return feature_cost(sizes, 2 * settings_.features); }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction direction) const override {
    Random random(seed_for(settings_.seed, "rfa.W" + std::to_string(head.index)));
    const DoubleMatrix w =
        random_directions(settings_.features, head.size(), Directions::independent, random);
    return feature_operator(features(head.q, w), features(head.k, w), direction, {.decay = settings_.gate});
  }

 private:
  DoubleMatrix features(ConstMatrixView x, const DoubleMatrix& w) const {
    DoubleMatrix unit = to_double(x);
    for (Index row = 0; row < unit.rows(); ++row) {
      const double length = std::sqrt(dot(unit.row(row), unit.row(row))) + 1e-9;
      for (double& number : unit.row(row)) number /= length * settings_.temperature;
    }
    const DoubleMatrix angles = product_transposed(unit, w);
    DoubleMatrix result(angles.rows(), 2 * angles.cols());
    for (Index row = 0; row < angles.rows(); ++row) {
      for (Index feature = 0; feature < angles.cols(); ++feature) {
        result(row, feature) = std::sin(angles(row, feature));
        result(row, angles.cols() + feature) = std::cos(angles(row, feature));
      }
    }
    return result;
  }

  RfaSettings settings_;
};

const Registered<Approximator> registered{
    {{
         .name = "rfa",
         .summary = "random sines and cosines of queries and keys of length one",
         .paper = "Peng et al. 2021, Random feature attention",
         .formula = "A = D⁻¹φ(Q)φ(K)ᵀ, φ(x) = [sin(Wx̂/τ); cos(Wx̂/τ)]",
         .cost = "nmd",
         .settings =
             {{.name = "features",
               .fallback = "64",
               .least = 1,
               .most = 65536,
               .meaning = "random directions m"},
              {.name = "temperature",
               .type = Setting::Type::real,
               .fallback = "1",
               .least = 1e-3,
               .most = 1e3,
               .meaning = "width τ of the kernel"},
              {.name = "gate",
               .type = Setting::Type::real,
               .fallback = "1",
               .least = 0,
               .most = 1,
               .meaning = "what is left of earlier keys at each step, in the causal form"},
              {.name = "seed", .fallback = "1", .most = 1e9, .meaning = "another draw of the directions"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<RandomFeatureAttention>(
           RfaSettings{.features = settings.integer("features"),
                       .temperature = settings.real("temperature"),
                       .gate = settings.real("gate"),
                       .seed = static_cast<std::uint64_t>(settings.integer("seed"))});
     }}};

}  // namespace
}  // namespace attnscope
