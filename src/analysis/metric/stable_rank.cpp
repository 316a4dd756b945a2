#include "analysis/metric.hpp"
#include "analysis/spectrum.hpp"

namespace attnscope {
namespace {

double measure(const MeasuredMap& map) {
  return stable_rank(map.singular_values);
}

const Registered<Metric> registered{{{.name = "stable-rank",
                                      .summary = "squares of all singular values in parts of the largest",
                                      .paper = "Rudelson & Vershynin 2007, Sampling from large matrices",
                                      .formula = "‖A‖²/σ₁²"},
                                     [](const Settings&) -> std::unique_ptr<const Metric> {
                                       return std::make_unique<PlainMetric<measure>>();
                                     }}};

}  // namespace
}  // namespace attnscope
