// Rotary positions whose pairs also fade with distance: q is multiplied by ζ^(position/length) and k divided by it, so
// that scores decay by ζ^((i-j)/length), ζ < 1. For causal attention.
#include <cmath>

#include "attention/stages.hpp"

namespace attnscope {
namespace {

class Xpos final : public Encoding {
 public:
  Xpos(double base, double length) : base_(base), length_(length) {}

  void encode(MatrixView q, MatrixView k, const Head& head) const override {
    for (Index query = 0; query < q.rows; ++query) turn(q.row(query), head.query_position(query), 1.0);
    for (Index key = 0; key < k.rows; ++key) turn(k.row(key), head.key_position(key), -1.0);
  }

 private:
  void turn(std::span<float> values, Index position, double direction) const {
    const std::size_t pairs = values.size() / 2;
    const auto place = static_cast<double>(position);
    for (std::size_t pair = 0; pair < pairs; ++pair) {
      const double share = static_cast<double>(pair) / static_cast<double>(pairs);
      const double angle = place * std::pow(base_, -share);
      const double fade = (share + 0.4) / 1.4;
      const double magnitude = std::pow(fade, direction * place / length_);
      const auto first = static_cast<double>(values[pair]);
      const auto second = static_cast<double>(values[pair + pairs]);
      values[pair] = static_cast<float>(magnitude * (first * std::cos(angle) - second * std::sin(angle)));
      values[pair + pairs] =
          static_cast<float>(magnitude * (second * std::cos(angle) + first * std::sin(angle)));
    }
  }

  double base_;
  double length_;  // tokens
};

const Registered<Encoding> registered{
    {{
         .name = "xpos",
         .summary = "rotary positions that also fade with distance, for causal attention",
         .paper = "Sun et al. 2023, A length-extrapolatable transformer",
         .formula = "rotary, times ζ^((i-j)/length), ζ = (2p/d + 0.4)/1.4",
         .cost = "nd",
         .settings = {{.name = "base",
                       .type = Setting::Type::real,
                       .fallback = "10000",
                       .least = 1,
                       .most = 1e12,
                       .meaning = "the slowest pair turns about base times slower than the fastest"},
                      {.name = "length",
                       .type = Setting::Type::real,
                       .fallback = "512",
                       .least = 1,
                       .most = 1e9,
                       .unit = "tokens",
                       .meaning = "distance at which a pair has faded by ζ"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Encoding> {
       return std::make_unique<Xpos>(settings.real("base"), settings.real("length"));
     }}};

}  // namespace
}  // namespace attnscope
