#include "analysis/metric.hpp"
#include "analysis/spectrum.hpp"

namespace attnscope {
namespace {

double measure(const MeasuredMap& map) {
  return effective_rank(map.singular_values);
}

const Registered<Metric> registered{{{.name = "effective-rank",
                                      .summary = "how many directions the map really has",
                                      .paper = "Roy & Vetterli 2007, The effective rank",
                                      .formula = "exp(−Σ p ln p), p = σ/Σσ"},
                                     [](const Settings&) -> std::unique_ptr<const Metric> {
                                       return std::make_unique<PlainMetric<measure>>();
                                     }}};

}  // namespace
}  // namespace attnscope
