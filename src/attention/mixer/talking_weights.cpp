// Heads talk after the softmax: A'ₕ = Σ_g P(g, h)·A_g. Rows sum to Σ_g P(g, h), whatever the text.
#include "attention/mixer/talking_heads.hpp"

namespace attnscope {
namespace {

class TalkingWeights final : public Mixer {
 public:
  explicit TalkingWeights(double share) : share_(share) {}
  Place place() const override { return Place::weights; }
  void mix(LayerMaps& maps, const Layer& layer) const override {
    mix_heads(maps.heads, head_mixture("talking.Pw", share_, layer));
  }
  MapClass map_class(MapClass /*before*/) const override { return MapClass::any_sign; }

 private:
  double share_;
};

const Registered<Mixer> registered{
    {{
         .name = "talking-weights",
         .summary = "heads exchange weights after the softmax",
         .paper = "Shazeer et al. 2020, Talking-heads attention",
         .formula = "A'[h] = Σ P(g, h)·A[g] over heads g, P the parameter talking.Pw",
         .cost = "n²H",
         .settings = {{.name = "share",
                       .type = Setting::Type::real,
                       .fallback = "0.25",
                       .most = 1,
                       .meaning = "without P: what each head takes from the mean of all; 0 is no talk"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Mixer> {
       return std::make_unique<TalkingWeights>(settings.real("share"));
     }}};

}  // namespace
}  // namespace attnscope
