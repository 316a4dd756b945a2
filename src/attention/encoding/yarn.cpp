// Rotary positions stretched to longer texts: fast pairs turn as before, slow ones `factor` times slower, a
// ramp between them, and the scores grow a little.
//
//   θ' = θ/s·ramp + θ·(1 - ramp)      q, k times 0.1·ln s + 1
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "attention/stages.hpp"

namespace attnscope {
namespace {

struct YarnSettings {
  double factor = 32.0;
  double trained = 4096.0;  // tokens
  double base = 10000.0;
  double fast = 32.0;  // turns within the trained length
  double slow = 1.0;
};

class Yarn final : public Encoding {
 public:
  explicit Yarn(const YarnSettings& settings) : settings_(settings) {}

  void encode(MatrixView q, MatrixView k, const Head& head) const override {
    const std::vector<double> speeds = speeds_of(head.size());
    const double magnitude = 0.1 * std::log(settings_.factor) + 1.0;
    for (Index query = 0; query < q.rows; ++query) {
      turn(q.row(query), static_cast<double>(head.query_position(query)), speeds, magnitude);
    }
    for (Index key = 0; key < k.rows; ++key) {
      turn(k.row(key), static_cast<double>(head.key_position(key)), speeds, magnitude);
    }
  }

 private:
  /// The pair that makes so many turns within the trained length.
  double pair_of(double turns, double size) const {
    return size * std::log(settings_.trained / (2.0 * std::numbers::pi * turns)) /
           (2.0 * std::log(settings_.base));
  }

  std::vector<double> speeds_of(Index size) const {
    const auto width = static_cast<double>(size);
    const double low = std::clamp(std::floor(pair_of(settings_.fast, width)), 0.0, width - 1.0);
    const double high =
        std::clamp(std::ceil(pair_of(settings_.slow, width)), low + 1e-3, std::max(width - 1.0, low + 1e-3));
    std::vector<double> speeds;
    for (Index pair = 0; pair < size / 2; ++pair) {
      const double ramp = std::clamp((static_cast<double>(pair) - low) / (high - low), 0.0, 1.0);
      const double speed = std::pow(settings_.base, -2.0 * static_cast<double>(pair) / width);
      speeds.push_back(speed / settings_.factor * ramp + speed * (1.0 - ramp));
    }
    return speeds;
  }

  static void turn(std::span<float> values, double position, const std::vector<double>& speeds,
                   double magnitude) {
    const std::size_t pairs = speeds.size();
    for (std::size_t pair = 0; pair < pairs; ++pair) {
      const double cosine = magnitude * std::cos(position * speeds[pair]);
      const double sine = magnitude * std::sin(position * speeds[pair]);
      const auto first = static_cast<double>(values[pair]);
      const auto second = static_cast<double>(values[pair + pairs]);
      values[pair] = static_cast<float>(first * cosine - second * sine);
      values[pair + pairs] = static_cast<float>(second * cosine + first * sine);
    }
  }

  YarnSettings settings_;
};

const Registered<Encoding> registered{
    {{
         .name = "yarn",
         .summary = "rotary positions stretched to longer texts, slow pairs most",
         .paper = "Peng et al. 2023, YaRN: efficient context window extension of large language models",
         .formula = "θ' = θ/s·ramp + θ(1-ramp), q and k times 0.1·ln s + 1",
         .cost = "nd",
         .settings = {{.name = "factor",
                       .type = Setting::Type::real,
                       .fallback = "32",
                       .least = 1,
                       .most = 1e6,
                       .meaning = "s: how many times longer; 1 is rotary"},
                      {.name = "trained",
                       .type = Setting::Type::real,
                       .fallback = "4096",
                       .least = 1,
                       .most = 1e9,
                       .unit = "tokens",
                       .meaning = "length that the model was trained on"},
                      {.name = "base",
                       .type = Setting::Type::real,
                       .fallback = "10000",
                       .least = 1.001,
                       .most = 1e12,
                       .meaning = "the slowest pair turns about base times slower than the fastest"},
                      {.name = "fast",
                       .type = Setting::Type::real,
                       .fallback = "32",
                       .least = 1e-3,
                       .most = 1e6,
                       .unit = "turns",
                       .meaning = "pairs with more turns in the trained length stay as they are"},
                      {.name = "slow",
                       .type = Setting::Type::real,
                       .fallback = "1",
                       .least = 1e-3,
                       .most = 1e6,
                       .unit = "turns",
                       .meaning = "pairs with fewer turns are stretched fully"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Encoding> {
       return std::make_unique<Yarn>(YarnSettings{.factor = settings.real("factor"),
                                                  .trained = settings.real("trained"),
                                                  .base = settings.real("base"),
                                                  .fast = settings.real("fast"),
                                                  .slow = settings.real("slow")});
     }}};

}  // namespace
}  // namespace attnscope
