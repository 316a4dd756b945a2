// The logarithm of a soft window that each head has learned, full up to the span z and falling over R tokens:
//
//   B = ln m(i-j)      m(x) = clamp((R + z - x)/R, 0, 1)      z = 2, R = 4:  1 1 1 .75 .5 .25 0
#include <algorithm>
#include <cmath>
#include <vector>

#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class AdaptiveSpan final : public Prior {
 public:
  AdaptiveSpan(std::vector<Index> spans, double ramp) : spans_(std::move(spans)), ramp_(ramp) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    const auto count = static_cast<Index>(spans_.size());
    const Index span = count > 0 ? spans_[static_cast<std::size_t>(head.index % count)] : 0;
    return term_by_pair([span = static_cast<double>(span), ramp = ramp_](Index query, Index key) {
      const double distance = std::abs(static_cast<double>(query - key));
      const double share = std::clamp((ramp + span - distance) / ramp, 0.0, 1.0);
      return share > 0.0 ? std::log(share) : -10000.0;  // finite, and a weight of zero in double
    });
  }

 private:
  std::vector<Index> spans_;  // tokens
  double ramp_;               // tokens
};

const Registered<Prior> registered{
    {{
         .name = "adaptive-span",
         .summary = "a soft window of learned width for each head",
         .paper = "Sukhbaatar et al. 2019, Adaptive attention span in transformers",
         .formula = "B = ln clamp((R+z-|i-j|)/R, 0, 1)",
         .cost = "n·span·d",
         .settings = {{.name = "spans",
                       .type = Setting::Type::integers,
                       .fallback = "2/8/32/128",
                       .most = 1e9,
                       .unit = "tokens",
                       .meaning = "span z; heads take them in turn"},
                      {.name = "ramp",
                       .type = Setting::Type::real,
                       .fallback = "32",
                       .least = 1e-3,
                       .most = 1e9,
                       .unit = "tokens",
                       .meaning = "R: how softly the window ends"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Prior> {
       return std::make_unique<AdaptiveSpan>(settings.integers("spans"), settings.real("ramp"));
     }}};

}  // namespace
}  // namespace attnscope
