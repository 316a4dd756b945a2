// Maps of all heads multiplied by a small matrix over heads.
#include "attention/mixer/talking_heads.hpp"

namespace attnscope {

DoubleMatrix head_mixture(const std::string& name, double share, const Layer& layer) {
  const Index heads = layer.heads();
  const std::string own = name + "." + std::to_string(layer.index);
  for (const std::string& given : {own, name}) {
    if (layer.parameters->has(given)) return to_double(layer.parameters->get(given, heads, heads, {}));
  }
  DoubleMatrix mixture(heads, heads);
  for (Index from = 0; from < heads; ++from) {
    for (Index to = 0; to < heads; ++to) {
      mixture(from, to) = (from == to ? 1.0 - share : 0.0) + share / static_cast<double>(heads);
    }
  }
  return mixture;
}

void mix_heads(std::vector<DoubleMatrix>& heads, const DoubleMatrix& mixture) {
  const std::vector<DoubleMatrix> before = heads;
  for (std::size_t to = 0; to < heads.size(); ++to) {
    const std::span<double> mixed = heads[to].numbers();
    std::fill(mixed.begin(), mixed.end(), 0.0);
    for (std::size_t from = 0; from < heads.size(); ++from) {
      const double factor = mixture(static_cast<Index>(from), static_cast<Index>(to));
      const std::span<const double> source = before[from].numbers();
      for (std::size_t place = 0; place < mixed.size(); ++place) mixed[place] += factor * source[place];
    }
  }
}

}  // namespace attnscope
