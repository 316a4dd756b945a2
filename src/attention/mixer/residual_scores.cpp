// RealFormer: each layer adds the scores of the layer below, as they were before any mask, to its own.
//
//   S(l) ← S(l) + S(l-1)      or, as a mean over layers, S(l) ← (S(l) + l·S(l-1))/(l+1)
#include "attention/stages.hpp"

namespace attnscope {
namespace {

class ResidualScores final : public Mixer {
 public:
  explicit ResidualScores(bool takes_mean) : takes_mean_(takes_mean) {}
  Place place() const override { return Place::scores; }
  bool reads_previous_layer() const override { return true; }

  void mix(LayerMaps& maps, const Layer& layer) const override {
    if (maps.previous == nullptr) return;
    const auto below = static_cast<double>(layer.index);
    for (std::size_t head = 0; head < maps.heads.size(); ++head) {
      const std::span<double> scores = maps.heads[head].numbers();
      const std::span<const double> previous = (*maps.previous)[head].numbers();
      for (std::size_t place = 0; place < scores.size(); ++place) {
        scores[place] = takes_mean_ ? (scores[place] + below * previous[place]) / (below + 1.0)
                                    : scores[place] + previous[place];
      }
    }
  }

 private:
  bool takes_mean_;
};

const Registered<Mixer> registered{
    {{
         .name = "residual-scores",
         .summary = "each layer adds the scores of the layer below to its own",
         .paper = "He et al. 2020, RealFormer: transformer likes residual attention",
         .formula = "S(l) ← S(l) + S(l-1)",
         .cost = "n²",
         .settings = {{.name = "join",
                       .type = Setting::Type::text,
                       .fallback = "sum",
                       .meaning = "the sum of the layers so far, or their mean for deep models",
                       .choices = {"sum", "mean"}}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Mixer> {
       return std::make_unique<ResidualScores>(settings.text("join") == "mean");
     }}};

}  // namespace
}  // namespace attnscope
