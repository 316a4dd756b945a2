// Each query says how much of the head's answer it wants: A'(i, ·) = σ(w·xᵢ + b)·A(i, ·).
#include <cmath>

#include "attention/stages.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class Gate final : public Mixer {
 public:
  explicit Gate(double bias) : bias_(bias) {}
  Place place() const override { return Place::weights; }
  MapClass map_class(MapClass before) const override {
    return before == MapClass::row_stochastic ? MapClass::substochastic
           : has_signs(before)                ? MapClass::any_sign
                                              : before;
  }

  void mix(LayerMaps& maps, const Layer& layer) const override {
    for (Index index = 0; index < layer.heads(); ++index) {
      const Head head = layer.head(index);
      const ConstMatrixView inputs = head.query_input();
      const double spread = 1.0 / std::sqrt(static_cast<double>(inputs.cols));
      const ConstMatrixView weights = head.parameter("gate.w", 1, inputs.cols, {.spread = spread});
      DoubleMatrix& map = maps.heads[static_cast<std::size_t>(index)];
      for (Index query = 0; query < map.rows(); ++query) {
        const double gate = 1.0 / (1.0 + std::exp(-dot(inputs.row(query), weights.row(0)) - bias_));
        for (double& weight : map.row(query)) weight *= gate;
      }
    }
  }

 private:
  double bias_;
};

const Registered<Mixer> registered{
    {{
         .name = "gate",
         .summary = "each query says how much of the head's answer it wants",
         .paper = "Qiu et al. 2025, Gated attention for large language models",
         .formula = "A'(i, ·) = A(i, ·)/(1+exp(-w·x-b)), w the parameter gate.w",
         .cost = "n² + nd",
         .settings = {{.name = "bias",
                       .type = Setting::Type::real,
                       .fallback = "0",
                       .least = -1000,
                       .most = 1000,
                       .meaning = "b: large values leave the gate open"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Mixer> {
       return std::make_unique<Gate>(settings.real("bias"));
     }}};

}  // namespace
}  // namespace attnscope
