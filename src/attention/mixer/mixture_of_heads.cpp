// Each token asks only the heads that suit it: a router gives every head a share of the token, the best few
// keep theirs, summing to one, and the rows of the others become zero.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "attention/stages.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

/// Shares of the `keep` heads of the largest logits, the first of equals; zero for the others.
std::vector<double> shares_of(std::span<const double> logits, std::size_t keep) {
  std::vector<std::size_t> order(logits.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [logits](std::size_t one, std::size_t other) { return logits[one] > logits[other]; });
  std::vector<double> shares(logits.size());
  double sum = 0.0;
  for (std::size_t place = 0; place < std::min(keep, order.size()); ++place) {
    shares[order[place]] = std::exp(logits[order[place]] - logits[order.front()]);
    sum += shares[order[place]];
  }
  for (double& share : shares) share /= sum;
  return shares;
}

class MixtureOfHeads final : public Mixer {
 public:
  explicit MixtureOfHeads(Index keep) : keep_(keep) {}
  Place place() const override { return Place::weights; }

  void mix(LayerMaps& maps, const Layer& layer) const override {
    const ConstMatrixView inputs = layer.head(0).query_input();
    const double spread = 1.0 / std::sqrt(static_cast<double>(inputs.cols));
    const ConstMatrixView router = layer.parameters->get("router.W." + std::to_string(layer.index),
                                                         layer.heads(), inputs.cols, {.spread = spread});
    const DoubleMatrix logits = product_transposed(inputs, router);
    for (Index query = 0; query < layer.queries(); ++query) {
      const std::vector<double> shares = shares_of(logits.row(query), static_cast<std::size_t>(keep_));
      for (std::size_t head = 0; head < maps.heads.size(); ++head) {
        for (double& weight : maps.heads[head].row(query)) weight *= shares[head];
      }
    }
  }
  MapClass map_class(MapClass before) const override {
    return before == MapClass::row_stochastic ? MapClass::substochastic
           : has_signs(before)                ? MapClass::any_sign
                                              : before;
  }

 private:
  Index keep_;
};

const Registered<Mixer> registered{
    {{
         .name = "mixture-of-heads",
         .summary = "each token asks only the heads that suit it",
         .paper = "Zhang et al. 2022, Mixture of attention heads: selecting attention heads per token",
         .formula = "A'[h](i, ·) = share(i, h)·A[h](i, ·), shares of the k best heads by the parameter "
                    "router.W.LAYER",
         .cost = "n²d·k/H",
         .settings = {{.name = "keep",
                       .fallback = "2",
                       .least = 1,
                       .most = 1e6,
                       .unit = "heads",
                       .meaning = "k: heads asked by each token"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Mixer> {
       return std::make_unique<MixtureOfHeads>(settings.integer("keep"));
     }}};

}  // namespace
}  // namespace attnscope
