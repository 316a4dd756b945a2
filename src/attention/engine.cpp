// Two ways through the stages: head by head in tiles of rows where heads are independent, or all heads at
// once in double where a mixer couples them.
#include "attention/engine.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>

#include "core/error.hpp"

namespace attnscope {
namespace {

constexpr float excluded = -std::numeric_limits<float>::infinity();
constexpr Index tile_rows =
    64;  // a fixed unit of work, so that results do not depend on the number of threads

/// Everything that one head prepares before its tiles.
struct PreparedHead {
  Matrix encoded_q;
  Matrix encoded_k;
  Head head;
  std::unique_ptr<const Term> similarity;
  std::vector<std::unique_ptr<const Term>> priors;
  std::unique_ptr<const Mask> mask;  // none where the pattern is full
};

PreparedHead prepare(const Recipe& recipe, const Layer& layer, Index index) {
  PreparedHead prepared;
  prepared.head = layer.head(index);
  if (recipe.encoding) {
    prepared.encoded_q = Matrix(prepared.head.q);
    prepared.encoded_k = Matrix(prepared.head.k);
    recipe.encoding->encode(prepared.encoded_q, prepared.encoded_k, prepared.head);
    prepared.head.q = prepared.encoded_q;
    prepared.head.k = prepared.encoded_k;
  }
  if (recipe.approximator) return prepared;
  prepared.similarity = recipe.similarity->prepare(prepared.head);
  for (const Choice<Prior>& prior : recipe.priors) prepared.priors.push_back(prior->prepare(prepared.head));
  if (!recipe.pattern->is_full()) prepared.mask = recipe.pattern->prepare(prepared.head);
  return prepared;
}

void apply_cap(const Recipe& recipe, MatrixView scores) {
  if (!recipe.cap) return;
  for (Index row = 0; row < scores.rows; ++row) {
    for (float& score : scores.row(row)) {
      score = static_cast<float>(recipe.cap->cap(static_cast<double>(score)));
    }
  }
}

/// Excludes what the pattern excludes, and counts allowed scores that are not finite.
Index apply_mask(const PreparedHead& prepared, const Tile& tile, Map& map) {
  Index overflows = 0;
  std::vector<std::uint8_t> allowed(static_cast<std::size_t>(tile.scores.cols));
  for (Index row = 0; row < tile.scores.rows; ++row) {
    const std::span<float> scores = tile.scores.row(row);
    if (prepared.mask) {
      std::fill(allowed.begin(), allowed.end(), std::uint8_t{1});
      prepared.mask->restrict(tile.first_query + row, scores, allowed);
      const std::span<std::uint8_t> hidden = map.hidden.row(tile.first_query + row);
      for (std::size_t key = 0; key < scores.size(); ++key) {
        if (allowed[key] == 0) {
          hidden[key] = 1;
          scores[key] = excluded;
        } else if (!std::isfinite(scores[key])) {
          ++overflows;
        }
      }
    } else {
      for (const float score : scores) overflows += std::isfinite(score) ? 0 : 1;
    }
  }
  return overflows;
}

void write_scores(const Recipe& recipe, const PreparedHead& prepared, const Tile& tile) {
  prepared.similarity->write(tile);
  for (const auto& prior : prepared.priors) prior->add(tile);
  apply_cap(recipe, tile.scores);
}

Map empty_map(const Recipe& recipe, const Layer& layer, Index head) {
  Map map;
  map.layer = layer.index;
  map.head = head;
  map.weights = Matrix(layer.queries(), layer.keys());
  if (!recipe.approximator && !recipe.pattern->is_full()) {
    map.hidden = BasicMatrix<std::uint8_t>(layer.queries(), layer.keys());
  }
  map.map_class = recipe.map_class();
  return map;
}

void approximate(const Recipe& recipe, const PreparedHead& prepared, Map& map) {
  const bool is_causal = recipe.pattern->is_causal() || recipe.approximator->is_always_causal();
  const auto direction = is_causal ? Approximator::Direction::causal : Approximator::Direction::both;
  map.weights = to_float(recipe.approximator->prepare(prepared.head, direction)->dense(prepared.head.keys()));
  if (!is_causal || prepared.head.queries() != prepared.head.keys()) return;
  map.hidden = BasicMatrix<std::uint8_t>(map.weights.rows(), map.weights.cols());
  for (Index query = 0; query < map.hidden.rows(); ++query) {
    for (Index key = query + 1; key < map.hidden.cols(); ++key) map.hidden(query, key) = 1;
  }
}

std::vector<Map> compute_apart(const Recipe& recipe, const Layer& layer, std::span<const Index> heads,
                               ThreadPool& pool) {
  const auto count = static_cast<Index>(heads.size());
  std::vector<Map> maps(heads.size());
  std::vector<PreparedHead> prepared(heads.size());
  pool.run(count, [&](Index unit, Index) {
    const auto place = static_cast<std::size_t>(unit);
    prepared[place] = prepare(recipe, layer, heads[place]);
    maps[place] = empty_map(recipe, layer, heads[place]);
    if (recipe.approximator) approximate(recipe, prepared[place], maps[place]);
  });
  if (recipe.approximator) return maps;

  const bool by_tiles = !recipe.normaliser->needs_whole_matrix();
  const Index rows = by_tiles ? tile_rows : std::max<Index>(1, layer.queries());
  const Index tiles = (layer.queries() + rows - 1) / rows;
  std::vector<Index> overflows(static_cast<std::size_t>(count * tiles));
  pool.run(count * tiles, [&](Index unit, Index) {
    const auto place = static_cast<std::size_t>(unit / tiles);
    const Index first = unit % tiles * rows;
    const Tile tile{maps[place].weights.view().row_range(first, std::min(rows, layer.queries() - first)),
                    first};
    write_scores(recipe, prepared[place], tile);
    overflows[static_cast<std::size_t>(unit)] = apply_mask(prepared[place], tile, maps[place]);
    recipe.normaliser->normalise_tile(tile.scores, first, prepared[place].head);
  });
  for (Index unit = 0; unit < count * tiles; ++unit) {
    maps[static_cast<std::size_t>(unit / tiles)].overflows += overflows[static_cast<std::size_t>(unit)];
  }
  return maps;
}

bool has_mixer(const Recipe& recipe, Mixer::Place place) {
  return std::any_of(recipe.mixers.begin(), recipe.mixers.end(),
                     [place](const Choice<Mixer>& mixer) { return mixer->place() == place; });
}

void mix_all(const Recipe& recipe, Mixer::Place place, LayerMaps& maps, const Layer& layer) {
  for (const Choice<Mixer>& mixer : recipe.mixers) {
    if (mixer->place() == place) mixer->mix(maps, layer);
  }
}

/// Longest text whose maps are held all at once in double for a mixer: 4096² x 8 bytes is 128 MiB a head.
constexpr Index most_coupled_tokens = 4096;

void refuse_long(const Recipe& recipe, const Layer& layer) {
  const Index longest = std::max(layer.queries(), layer.keys());
  if (longest <= most_coupled_tokens) return;
  throw Error(Error::Kind::usage,
              "mixer '" + recipe.mixers.front().text + "' needs whole maps: expected at most " +
                  std::to_string(most_coupled_tokens) + " tokens, found " + std::to_string(longest));
}

std::vector<BasicMatrix<std::uint8_t>> allowed_pairs(const std::vector<PreparedHead>& prepared,
                                                     const std::vector<DoubleMatrix>& scores) {
  std::vector<BasicMatrix<std::uint8_t>> all;
  for (std::size_t head = 0; head < prepared.size(); ++head) {
    BasicMatrix<std::uint8_t> allowed(scores[head].rows(), scores[head].cols());
    std::fill(allowed.numbers().begin(), allowed.numbers().end(), std::uint8_t{1});
    if (prepared[head].mask) {
      const Matrix rounded = to_float(scores[head]);
      for (Index query = 0; query < allowed.rows(); ++query) {
        prepared[head].mask->restrict(query, rounded.row(query), allowed.row(query));
      }
    }
    all.push_back(std::move(allowed));
  }
  return all;
}

std::vector<Map> compute_together(const Recipe& recipe, const Layer& layer, std::span<const Index> heads,
                                  LayerMemory* memory, ThreadPool& pool) {
  refuse_long(recipe, layer);
  const Index count = layer.heads();
  std::vector<PreparedHead> prepared(static_cast<std::size_t>(count));
  std::vector<Map> maps(static_cast<std::size_t>(count));
  LayerMaps together;
  together.heads.resize(static_cast<std::size_t>(count));
  pool.run(count, [&](Index unit, Index) {
    const auto place = static_cast<std::size_t>(unit);
    prepared[place] = prepare(recipe, layer, unit);
    maps[place] = empty_map(recipe, layer, unit);
    if (recipe.approximator) {
      approximate(recipe, prepared[place], maps[place]);
    } else {
      prepared[place].similarity->write({maps[place].weights, 0});
    }
    together.heads[place] = to_double(maps[place].weights);
  });
  std::vector<BasicMatrix<std::uint8_t>> allowed;
  if (!recipe.approximator) {
    allowed = allowed_pairs(prepared, together.heads);
    together.allowed = &allowed;
    together.previous = memory != nullptr && !memory->scores.empty() ? &memory->scores : nullptr;
    if (has_mixer(recipe, Mixer::Place::scores)) mix_all(recipe, Mixer::Place::scores, together, layer);
    if (memory != nullptr) memory->scores = together.heads;
    pool.run(count, [&](Index unit, Index) {
      const auto place = static_cast<std::size_t>(unit);
      maps[place].weights = to_float(together.heads[place]);
      const Tile tile{maps[place].weights, 0};
      for (const auto& prior : prepared[place].priors) prior->add(tile);
      apply_cap(recipe, tile.scores);
      maps[place].overflows = apply_mask(prepared[place], tile, maps[place]);
      recipe.normaliser->normalise_tile(tile.scores, 0, prepared[place].head);
      together.heads[place] = to_double(maps[place].weights);
    });
  }
  mix_all(recipe, Mixer::Place::weights, together, layer);
  std::vector<Map> chosen;
  for (const Index head : heads) {
    Map& map = maps[static_cast<std::size_t>(head)];
    map.weights = to_float(together.heads[static_cast<std::size_t>(head)]);
    chosen.push_back(std::move(map));
  }
  return chosen;
}

}  // namespace

std::vector<Map> compute_maps(const Recipe& recipe, const Layer& layer, std::span<const Index> heads,
                              LayerMemory* memory, ThreadPool& pool) {
  return recipe.mixers.empty() ? compute_apart(recipe, layer, heads, pool)
                               : compute_together(recipe, layer, heads, memory, pool);
}

std::vector<Index> all_heads(const Layer& layer) {
  std::vector<Index> heads(static_cast<std::size_t>(layer.heads()));
  std::iota(heads.begin(), heads.end(), Index{0});
  return heads;
}

}  // namespace attnscope
