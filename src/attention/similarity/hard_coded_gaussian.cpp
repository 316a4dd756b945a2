// The logarithm of a normal density around a fixed offset from the query; Q and K are not read. Heads take
// the offsets in turn. With `exponential` the weights are the densities themselves, with `softmax` they sum
// to one.
#include <cmath>
#include <numbers>
#include <vector>

#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class HardCodedGaussian final : public Similarity {
 public:
  HardCodedGaussian(std::vector<Index> offsets, double sigma) : offsets_(std::move(offsets)), sigma_(sigma) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    const auto count = static_cast<Index>(offsets_.size());
    const Index offset = count > 0 ? offsets_[static_cast<std::size_t>(head.index % count)] : 0;
    const double level = -std::log(sigma_ * std::sqrt(2.0 * std::numbers::pi));
    return term_by_pair([offset, level, sigma = sigma_](Index query, Index key) {
      const double gap = static_cast<double>(key - query - offset) / sigma;
      return level - gap * gap / 2.0;
    });
  }
  bool is_position_free() const override { return false; }

 private:
  std::vector<Index> offsets_;  // tokens
  double sigma_;                // tokens
};

const Registered<Similarity> registered{
    {{
         .name = "hard-coded-gaussian",
         .summary = "a bell around a fixed offset from the query, no content",
         .paper = "You, Sun & Iyyer 2020, Hard-coded Gaussian attention for neural machine translation",
         .formula = "S = ln N(j; i+offset, σ²)",
         .cost = "n²",
         .settings = {{.name = "offsets",
                       .type = Setting::Type::integers,
                       .fallback = "-1/1",
                       .least = -1e6,
                       .most = 1e6,
                       .unit = "tokens",
                       .meaning = "centres relative to the query; heads take them in turn"},
                      {.name = "sigma",
                       .type = Setting::Type::real,
                       .fallback = "1",
                       .least = 1e-3,
                       .most = 1e6,
                       .unit = "tokens",
                       .meaning = "width σ of the bell"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Similarity> {
       return std::make_unique<HardCodedGaussian>(settings.integers("offsets"), settings.real("sigma"));
     }}};

}  // namespace
}  // namespace attnscope
