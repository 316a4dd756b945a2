// Chosen heads are switched off: their weights become zero, the others stay.
#include <algorithm>
#include <vector>

#include "attention/stages.hpp"

namespace attnscope {
namespace {

class HeadMask final : public Mixer {
 public:
  explicit HeadMask(std::vector<Index> off) : off_(std::move(off)) {}
  Place place() const override { return Place::weights; }

  void mix(LayerMaps& maps, const Layer& /*layer*/) const override {
    for (const Index head : off_) {
      if (head >= static_cast<Index>(maps.heads.size())) continue;
      const std::span<double> weights = maps.heads[static_cast<std::size_t>(head)].numbers();
      std::fill(weights.begin(), weights.end(), 0.0);
    }
  }
  MapClass map_class(MapClass before) const override {
    return before == MapClass::row_stochastic ? MapClass::substochastic
           : has_signs(before)                ? MapClass::any_sign
                                              : before;
  }

 private:
  std::vector<Index> off_;
};

const Registered<Mixer> registered{
    {{
         .name = "head-mask",
         .summary = "chosen heads are switched off",
         .paper = "Michel, Levy & Neubig 2019, Are sixteen heads really better than one?",
         .formula = "A'[h] = 0 for h switched off",
         .cost = "n²d for each head kept",
         .settings = {{.name = "off",
                       .type = Setting::Type::integers,
                       .fallback = "0",
                       .most = 1e6,
                       .meaning = "heads switched off in every layer, from 0"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Mixer> {
       return std::make_unique<HeadMask>(settings.integers("off"));
     }}};

}  // namespace
}  // namespace attnscope
