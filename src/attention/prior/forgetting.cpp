// Each token decides how much of everything before it to forget:
//
//   B(i, j) = Σ ln f(l) over l = j+1 … i      f = σ(w·x + b)
#include <cmath>
#include <vector>

#include "attention/by_pair.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class Forgetting final : public Prior {
 public:
  explicit Forgetting(double bias) : bias_(bias) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    const ConstMatrixView inputs = head.key_input();
    const double spread = 1.0 / std::sqrt(static_cast<double>(inputs.cols));
    const ConstMatrixView weights = head.parameter("forgetting.w", 1, inputs.cols, {.spread = spread});
    std::vector<double> kept;  // ln f(0) + … + ln f(l)
    double sum = 0.0;
    for (Index token = 0; token < inputs.rows; ++token) {
      const double logit = dot(inputs.row(token), weights.row(0)) + bias_;
      sum -= logit > 0.0 ? std::log1p(std::exp(-logit)) : std::log1p(std::exp(logit)) - logit;
      kept.push_back(sum);
    }
    return term_by_pair([kept = std::move(kept)](Index query, Index key) {
      if (key >= query || query >= static_cast<Index>(kept.size())) return 0.0;  // only the past is forgotten
      return kept[static_cast<std::size_t>(query)] - kept[static_cast<std::size_t>(key)];
    });
  }

 private:
  double bias_;
};

const Registered<Prior> registered{
    {{
         .name = "forgetting",
         .summary = "each token decides how much of what came before to forget",
         .paper = "Lin et al. 2025, Forgetting transformer: softmax attention with a forget gate",
         .formula = "B = Σ ln f(l), j < l ≤ i, f = 1/(1+exp(-w·x-b)), w the parameter forgetting.w",
         .cost = "n² + nd",
         .settings = {{.name = "bias",
                       .type = Setting::Type::real,
                       .fallback = "2",
                       .least = -100,
                       .most = 100,
                       .meaning = "b: large values forget little"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Prior> {
       return std::make_unique<Forgetting>(settings.real("bias"));
     }}};

}  // namespace
}  // namespace attnscope
