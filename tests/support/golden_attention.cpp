#include "support/golden_attention.hpp"

#include <cmath>
#include <limits>

namespace attnscope {

SiteWeights weights_of(const Model& model, const ModelInput& input, Index threads) {
  SiteWeights weights;
  ThreadPool pool(threads);
  model.run(
      input, {.maps = RunOptions::Maps::explicit_maps},
      [&](const AttentionSite& site) {
        std::vector<float>& target = site.kind == AttentionSite::Kind::self      ? weights.self
                                     : site.kind == AttentionSite::Kind::decoder ? weights.decoder
                                                                                 : weights.cross;
        for (const Map& map : site.maps) {
          target.insert(target.end(), map.weights.numbers().begin(), map.weights.numbers().end());
        }
      },
      pool);
  return weights;
}

std::vector<Index> to_indices(const std::vector<std::int64_t>& wholes) {
  return {wholes.begin(), wholes.end()};
}

double largest_difference(const std::vector<float>& found, const std::vector<float>& expected) {
  if (found.size() != expected.size()) return std::numeric_limits<double>::infinity();
  double largest = 0.0;
  for (std::size_t place = 0; place < found.size(); ++place) {
    const double difference =
        std::abs(static_cast<double>(found[place]) - static_cast<double>(expected[place]));
    if (!(difference <= largest))
      largest = std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
  }
  return largest;
}

}  // namespace attnscope
