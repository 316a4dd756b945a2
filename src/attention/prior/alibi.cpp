// B(i, j) = -m|i-j|: a steady price for distance, with a steepness m for each head.
//
//   H a power of two: m = 2^(-8h/H), h = 1 … H; otherwise those of the power below, then every other one of
//   twice that.
#include <cmath>
#include <cstdlib>

#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

double slope_of(Index head, Index heads) {
  Index power = 1;
  while (2 * power <= heads) power *= 2;
  const auto geometric = [](Index step, Index steps) {
    return std::exp2(-8.0 * static_cast<double>(step) / static_cast<double>(steps));
  };
  return head < power ? geometric(head + 1, power) : geometric(2 * (head - power) + 1, 2 * power);
}

class Alibi final : public Prior {
 public:
  explicit Alibi(double slope) : slope_(slope) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    const double slope = slope_ > 0.0 ? slope_ : slope_of(head.index, head.layer->heads());
    return term_by_pair([head, slope](Index query, Index key) {
      return -slope * static_cast<double>(std::abs(head.query_position(query) - head.key_position(key)));
    });
  }

 private:
  double slope_;  // nats a token
};

const Registered<Prior> registered{
    {{
         .name = "alibi",
         .summary = "a steady price for distance, steeper in the first heads",
         .paper = "Press, Smith & Lewis 2022, Train short, test long: attention with linear biases",
         .formula = "B = -m|i-j|",
         .cost = "n²",
         .settings = {{.name = "slope",
                       .type = Setting::Type::real,
                       .fallback = "0",
                       .most = 1e6,
                       .unit = "nats per token",
                       .meaning = "m of all heads; 0 takes the paper's m of each head"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Prior> {
       return std::make_unique<Alibi>(settings.real("slope"));
     }}};

}  // namespace
}  // namespace attnscope
