// Heads dropped by lot, as in training: each with the given chance, at least one stays, and those that stay
// are raised so that their sum keeps its size.
#include <algorithm>
#include <string>
#include <vector>

#include "attention/stages.hpp"
#include "core/random.hpp"

namespace attnscope {
namespace {

class DropHead final : public Mixer {
 public:
  DropHead(double rate, Index seed) : rate_(rate), seed_(seed) {}
  Place place() const override { return Place::weights; }

  void mix(LayerMaps& maps, const Layer& layer) const override {
    Random random(seed_for(static_cast<std::uint64_t>(seed_), "drop-head." + std::to_string(layer.index)));
    std::vector<std::uint8_t> stays;
    for (std::size_t head = 0; head < maps.heads.size(); ++head)
      stays.push_back(random.uniform() >= rate_ ? 1 : 0);
    if (std::count(stays.begin(), stays.end(), 1) == 0) {
      stays[static_cast<std::size_t>(random.below(layer.heads()))] = 1;
    }
    const double raise =
        static_cast<double>(stays.size()) / static_cast<double>(std::count(stays.begin(), stays.end(), 1));
    for (std::size_t head = 0; head < maps.heads.size(); ++head) {
      for (double& weight : maps.heads[head].numbers()) weight *= stays[head] != 0 ? raise : 0.0;
    }
  }
  MapClass map_class(MapClass before) const override {
    return has_signs(before) ? MapClass::any_sign : MapClass::non_negative;
  }

 private:
  double rate_;
  Index seed_;
};

const Registered<Mixer> registered{
    {{
         .name = "drop-head",
         .summary = "heads dropped by lot, as in training",
         .paper = "Zhou et al. 2020, Scheduled DropHead: a regularization method for transformer models",
         .formula = "A'[h] = ξ[h]·A[h]·H/Σξ, ξ 0 or 1",
         .cost = "n²",
         .settings = {{.name = "rate",
                       .type = Setting::Type::real,
                       .fallback = "0.3",
                       .most = 1,
                       .meaning = "chance of a head to be dropped"},
                      {.name = "seed", .fallback = "1", .meaning = "another seed drops other heads"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Mixer> {
       return std::make_unique<DropHead>(settings.real("rate"), settings.integer("seed"));
     }}};

}  // namespace
}  // namespace attnscope
