// FAVOR+: random features whose dot product is e^(q·k) on average.
//
//   positive       φ(x) = e^(-‖x‖²/2)/√m · e^(Wx)
//   hyperbolic     φ(x) = e^(-‖x‖²/2)/√2m · [e^(Wx); e^(-Wx)]
//   trigonometric  φ(x) = e^(‖x‖²/2)/√m · [cos Wx; sin Wx]
//   relu           φ(x) = max(Wx, 0) + 0.001, another kernel than softmax's
//
// x is scaled by d^(-1/4). The largest exponent is taken away for each query and over all keys, which changes
// nothing.
#include <algorithm>
#include <cmath>

#include "attention/feature_operator.hpp"
#include "attention/random_features.hpp"

namespace attnscope {
namespace {

struct PerformerSettings {
  Index features = 64;
  std::string kind;
  bool is_orthogonal = true;
  std::uint64_t seed = 1;
};

class Performer final : public Approximator {
 public:
  explicit Performer(PerformerSettings settings) : settings_(std::move(settings)) {}

  MapClass map_class(Direction /*direction*/) const override {
    return settings_.kind == "trigonometric" ? MapClass::signed_row_stochastic : MapClass::row_stochastic;
  }
  bool can_be_causal() const override { return true; }
  Cost cost(const Sizes& sizes) const override {
    const bool is_double = settings_.kind == "trigonometric" || settings_.kind == "hyperbolic";
    const Index features = settings_.features * (is_double ? 2 : 1);
    Cost cost = feature_cost(sizes, features);
    cost.flops += 2.0 * static_cast<double>(sizes.queries + sizes.keys) *
                  static_cast<double>(settings_.features * sizes.head_size);
    return cost;
  }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction direction) const override {
    const DoubleMatrix w = directions(head);
    const double scale = std::sqrt(head.scale());
    return feature_operator(features(head.q, w, scale, Stabiliser::each_row),
                            features(head.k, w, scale, Stabiliser::all_rows), direction);
  }

 private:
  enum class Stabiliser { each_row, all_rows };

  DoubleMatrix directions(const Head& head) const {
    const std::string name = "performer.W";
    if (head.layer->parameters->has(name)) {
      return to_double(head.shared_parameter(name, settings_.features, head.size(), {}));
    }
    Random random(
        seed_for(settings_.seed + head.layer->parameters->seed() - 1, name + std::to_string(head.index)));
    return random_directions(settings_.features, head.size(),
                             settings_.is_orthogonal ? Directions::orthogonal : Directions::independent,
                             random);
  }

  DoubleMatrix features(ConstMatrixView x, const DoubleMatrix& w, double scale, Stabiliser stabiliser) const {
    DoubleMatrix scaled = to_double(x);
    for (double& number : scaled.numbers()) number *= scale;
    const DoubleMatrix projected = product_transposed(scaled, w);
    if (settings_.kind == "relu") return relu_features(projected);
    if (settings_.kind == "trigonometric") return trigonometric_features(scaled, projected);
    return exponential_features(scaled, projected, stabiliser);
  }

  static DoubleMatrix relu_features(const DoubleMatrix& projected) {
    DoubleMatrix result = projected;
    for (double& number : result.numbers()) number = std::max(number, 0.0) + 1e-3;
    return result;
  }

  static DoubleMatrix trigonometric_features(const DoubleMatrix& x, const DoubleMatrix& projected) {
    const Index count = projected.cols();
    DoubleMatrix result(projected.rows(), 2 * count);
    for (Index row = 0; row < projected.rows(); ++row) {
      const double factor =
          std::exp(0.5 * dot(x.row(row), x.row(row))) / std::sqrt(static_cast<double>(count));
      for (Index feature = 0; feature < count; ++feature) {
        result(row, feature) = factor * std::cos(projected(row, feature));
        result(row, count + feature) = factor * std::sin(projected(row, feature));
      }
    }
    return result;
  }

  DoubleMatrix exponential_features(const DoubleMatrix& x, const DoubleMatrix& projected,
                                    Stabiliser stabiliser) const {
    const Index count = projected.cols();
    const bool is_hyperbolic = settings_.kind == "hyperbolic";
    DoubleMatrix exponents(projected.rows(), is_hyperbolic ? 2 * count : count);
    for (Index row = 0; row < projected.rows(); ++row) {
      const double half_norm = 0.5 * dot(x.row(row), x.row(row));
      for (Index feature = 0; feature < count; ++feature) {
        exponents(row, feature) = projected(row, feature) - half_norm;
        if (is_hyperbolic) exponents(row, count + feature) = -projected(row, feature) - half_norm;
      }
    }
    const double most = *std::max_element(exponents.numbers().begin(), exponents.numbers().end());
    for (Index row = 0; row < exponents.rows(); ++row) {
      const auto numbers = exponents.row(row);
      const double taken =
          stabiliser == Stabiliser::each_row ? *std::max_element(numbers.begin(), numbers.end()) : most;
      for (double& number : numbers) number = std::exp(number - taken);
    }
    return exponents;
  }

  PerformerSettings settings_;
};

const Registered<Approximator> registered{
    {{
         .name = "performer",
         .summary = "random features that are e^(q·k) on average (FAVOR+)",
         .paper = "Choromanski et al. 2021, Rethinking attention with performers",
         .formula = "A = D⁻¹φ(Q)φ(K)ᵀ, φ(x) = exp(Wx-‖x‖²/2)/√m",
         .cost = "nmd",
         .settings =
             {{.name = "features",
               .fallback = "64",
               .least = 1,
               .most = 65536,
               .meaning = "random directions m"},
              {.name = "kind",
               .type = Setting::Type::text,
               .fallback = "positive",
               .meaning = "feature map",
               .choices = {"positive", "hyperbolic", "trigonometric", "relu"}},
              {.name = "orthogonal",
               .type = Setting::Type::text,
               .fallback = "yes",
               .meaning = "directions at right angles in groups of d",
               .choices = {"yes", "no"}},
              {.name = "seed", .fallback = "1", .most = 1e9, .meaning = "another draw of the directions"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<Performer>(
           PerformerSettings{.features = settings.integer("features"),
                             .kind = settings.text("kind"),
                             .is_orthogonal = settings.text("orthogonal") == "yes",
                             .seed = static_cast<std::uint64_t>(settings.integer("seed"))});
     }}};

}  // namespace
}  // namespace attnscope
