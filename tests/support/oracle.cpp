#include "support/oracle.hpp"

#include <algorithm>
#include <limits>

namespace attnscope {
namespace {

struct Encoded {
  Matrix q;
  Matrix k;
};

Head encoded_head(const Recipe& recipe, const Layer& layer, Index index, Encoded& encoded) {
  Head head = layer.head(index);
  if (!recipe.encoding) return head;
  encoded = {Matrix(head.q), Matrix(head.k)};
  recipe.encoding->encode(encoded.q, encoded.k, head);
  head.q = encoded.q;
  head.k = encoded.k;
  return head;
}

DoubleMatrix similarities(const Recipe& recipe, const Head& head) {
  DoubleMatrix scores(head.queries(), head.keys());
  const auto term = recipe.similarity->prepare(head);
  for (Index query = 0; query < head.queries(); ++query) {
    for (Index key = 0; key < head.keys(); ++key) scores(query, key) = term->at(query, key);
  }
  return scores;
}

void add_priors_and_cap(const Recipe& recipe, const Head& head, DoubleMatrix& scores) {
  for (const Choice<Prior>& prior : recipe.priors) {
    const auto term = prior->prepare(head);
    for (Index query = 0; query < head.queries(); ++query) {
      for (Index key = 0; key < head.keys(); ++key) scores(query, key) += term->at(query, key);
    }
  }
  if (!recipe.cap) return;
  for (double& score : scores.numbers()) score = recipe.cap->cap(score);
}

BasicMatrix<std::uint8_t> allowed_pairs(const Recipe& recipe, const Head& head, const DoubleMatrix& scores) {
  BasicMatrix<std::uint8_t> allowed(head.queries(), head.keys());
  std::fill(allowed.numbers().begin(), allowed.numbers().end(), std::uint8_t{1});
  const auto mask = recipe.pattern->prepare(head);
  const Matrix rounded = to_float(scores);
  for (Index query = 0; query < head.queries(); ++query) {
    mask->restrict(query, rounded.row(query), allowed.row(query));
  }
  return allowed;
}

void exclude(const BasicMatrix<std::uint8_t>& allowed, DoubleMatrix& scores) {
  for (Index query = 0; query < scores.rows(); ++query) {
    for (Index key = 0; key < scores.cols(); ++key) {
      if (allowed(query, key) == 0) scores(query, key) = -std::numeric_limits<double>::infinity();
    }
  }
}

void mix(const Recipe& recipe, Mixer::Place place, LayerMaps& maps, const Layer& layer) {
  for (const Choice<Mixer>& mixer : recipe.mixers) {
    if (mixer->place() == place) mixer->mix(maps, layer);
  }
}

}  // namespace

std::vector<DoubleMatrix> oracle_maps(const Recipe& recipe, const Layer& layer,
                                      const std::vector<DoubleMatrix>* previous) {
  const auto count = static_cast<std::size_t>(layer.heads());
  std::vector<Encoded> encoded(count);
  std::vector<Head> heads(count);
  LayerMaps maps;
  maps.previous = previous;
  std::vector<BasicMatrix<std::uint8_t>> allowed(count);
  for (std::size_t index = 0; index < count; ++index) {
    heads[index] = encoded_head(recipe, layer, static_cast<Index>(index), encoded[index]);
    maps.heads.push_back(similarities(recipe, heads[index]));
    allowed[index] = allowed_pairs(recipe, heads[index], maps.heads[index]);
  }
  maps.allowed = &allowed;
  mix(recipe, Mixer::Place::scores, maps, layer);
  for (std::size_t index = 0; index < count; ++index) {
    add_priors_and_cap(recipe, heads[index], maps.heads[index]);
    exclude(allowed_pairs(recipe, heads[index], maps.heads[index]), maps.heads[index]);
    recipe.normaliser->normalise(maps.heads[index].view(), 0, heads[index]);
  }
  mix(recipe, Mixer::Place::weights, maps, layer);
  return maps.heads;
}

}  // namespace attnscope
