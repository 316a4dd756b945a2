// A schedule over layers: most layers see a sliding window, every period-th sees the whole past.
#include <algorithm>

#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class Alternating final : public Pattern {
 public:
  Alternating(Index width, Index period, Index full) : width_(width), period_(period), full_(full) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    const bool sees_all = head.layer->index % period_ == full_ % period_;
    const Index width = sees_all ? std::max<Index>(1, head.keys()) : width_;
    return mask_by_pair(
        [width](Index query, Index key) { return key <= query && query - key < width; },
        [width, keys = head.keys()](Index query) {
          return KeyRange{std::clamp<Index>(query - width + 1, 0, keys), std::min(query + 1, keys)};
        });
  }
  bool is_causal() const override { return true; }

 private:
  Index width_;   // tokens
  Index period_;  // layers
  Index full_;    // layer
};

const Registered<Pattern> registered{
    {{
         .name = "alternating",
         .summary = "most layers see a sliding window, every period-th the whole past",
         .paper = "Gemma Team 2024, Gemma 2: improving open language models at a practical size",
         .formula = "0 ≤ i-j < width, and all j ≤ i where layer mod period = full",
         .cost = "n·width·d or n²d/2 by layer",
         .settings =
             {{.name = "width",
               .fallback = "4",
               .least = 1,
               .unit = "tokens",
               .meaning = "keys seen by most layers"},
              {.name = "period",
               .fallback = "2",
               .least = 1,
               .most = 1e6,
               .unit = "layers",
               .meaning = "one layer in so many sees everything"},
              {.name = "full", .fallback = "1", .most = 1e6, .meaning = "the first such layer, from 0"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<Alternating>(settings.integer("width"), settings.integer("period"),
                                            settings.integer("full"));
     }}};

}  // namespace
}  // namespace attnscope
