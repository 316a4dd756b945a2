// Heads talk before the softmax: S'ₕ = Σ_g P(g, h)·S_g.
#include "attention/mixer/talking_heads.hpp"

namespace attnscope {
namespace {

class TalkingScores final : public Mixer {
 public:
  explicit TalkingScores(double share) : share_(share) {}
  Place place() const override { return Place::scores; }
  void mix(LayerMaps& maps, const Layer& layer) const override {
    mix_heads(maps.heads, head_mixture("talking.P", share_, layer));
  }

 private:
  double share_;
};

const Registered<Mixer> registered{
    {{
         .name = "talking-scores",
         .summary = "heads exchange scores before the softmax",
         .paper = "Shazeer et al. 2020, Talking-heads attention",
         .formula = "S'[h] = Σ P(g, h)·S[g] over heads g, P the parameter talking.P",
         .cost = "n²H",
         .settings = {{.name = "share",
                       .type = Setting::Type::real,
                       .fallback = "0.25",
                       .most = 1,
                       .meaning = "without P: what each head takes from the mean of all; 0 is no talk"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Mixer> {
       return std::make_unique<TalkingScores>(settings.real("share"));
     }}};

}  // namespace
}  // namespace attnscope
