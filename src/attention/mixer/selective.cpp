// A token can tell later ones that a key is no longer needed: what earlier queries asked of a key through the
// first head is taken from its score for all heads.
//
//   S(i, j) ← S(i, j) - Σ max(S₀(l, j), 0) over j < l < i      the first token is never masked
#include <algorithm>
#include <vector>

#include "attention/stages.hpp"

namespace attnscope {
namespace {

class Selective final : public Mixer {
 public:
  Place place() const override { return Place::scores; }

  void mix(LayerMaps& maps, const Layer& /*layer*/) const override {
    const DoubleMatrix selector = maps.heads.front();
    std::vector<double> forgotten(static_cast<std::size_t>(selector.cols()));
    for (Index query = 0; query < selector.rows(); ++query) {
      for (DoubleMatrix& scores : maps.heads) {
        for (Index key = 1; key < scores.cols(); ++key)
          scores(query, key) -= forgotten[static_cast<std::size_t>(key)];
      }
      for (Index key = 1; key < std::min(query, selector.cols()); ++key) {
        forgotten[static_cast<std::size_t>(key)] += std::max(selector(query, key), 0.0);
      }
    }
  }
};

const Registered<Mixer> registered{
    {{
         .name = "selective",
         .summary = "tokens tell later ones which keys are no longer needed",
         .paper = "Leviathan, Kalman & Matias 2024, Selective attention improves transformer",
         .formula = "S(i, j) ← S(i, j) - Σ max(S0(l, j), 0), j < l < i",
         .cost = "n²",
     },
     [](const Settings&) -> std::unique_ptr<const Mixer> { return std::make_unique<Selective>(); }}};

}  // namespace
}  // namespace attnscope
