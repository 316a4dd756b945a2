// Layers in groups: the first of a group computes its scores, the others reuse them, so that their maps are
// equal.
#include "attention/stages.hpp"

namespace attnscope {
namespace {

class Lazy final : public Mixer {
 public:
  explicit Lazy(Index group) : group_(group) {}
  Place place() const override { return Place::scores; }
  bool reads_previous_layer() const override { return true; }

  void mix(LayerMaps& maps, const Layer& layer) const override {
    if (maps.previous != nullptr && layer.index % group_ != 0) maps.heads = *maps.previous;
  }

 private:
  Index group_;  // layers
};

const Registered<Mixer> registered{
    {{
         .name = "lazy",
         .summary = "the first layer of each group lends its scores to the others",
         .paper = "Ying et al. 2021, LazyFormer: self attention with lazy update",
         .formula = "S(l) = S(l-1) unless l mod group = 0",
         .cost = "n²d/group",
         .settings = {{.name = "group",
                       .fallback = "2",
                       .least = 1,
                       .most = 1e6,
                       .unit = "layers",
                       .meaning = "layers that share scores"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Mixer> {
       return std::make_unique<Lazy>(settings.integer("group"));
     }}};

}  // namespace
}  // namespace attnscope
