// The layer behind every sketch: queries and keys that drift along a slow curve, so that near tokens are
// alike, with a token that all like a little (a sink) and a word that comes twice.
#include "cli/sketch.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "attention/engine.hpp"
#include "core/error.hpp"
#include "core/random.hpp"

namespace attnscope::cli {
namespace {

constexpr Index tokens = 12;
constexpr Index heads = 2;
constexpr Index head_size = 8;

struct SketchLayer {
  std::vector<Matrix> q;
  std::vector<Matrix> k;
  Matrix states{tokens, heads* head_size};
  Parameters parameters{1};
  Layer layer;

  SketchLayer() {
    Random random(5);
    for (Index head = 0; head < heads; ++head) {
      Matrix queries(tokens, head_size);
      Matrix keys(tokens, head_size);
      for (Index token = 0; token < tokens; ++token) {
        const Index word = token == 9 ? 3 : token;  // the ninth word repeats the third
        for (Index place = 0; place < head_size; ++place) {
          const double wave = std::sin(0.6 * static_cast<double>(word) + static_cast<double>(place));
          queries(token, place) = static_cast<float>(1.6 * wave + 0.3 * random.normal());
          keys(token, place) = static_cast<float>(1.6 * wave + 0.3 * random.normal());
        }
      }
      q.push_back(std::move(queries));
      k.push_back(std::move(keys));
    }
    for (Index token = 0; token < tokens; ++token) {
      for (Index place = 0; place < states.cols(); ++place) {
        states(token, place) = q[static_cast<std::size_t>(place / head_size)](token, place % head_size);
      }
    }
    layer.q.assign(q.begin(), q.end());
    layer.k.assign(k.begin(), k.end());
    layer.v = layer.k;
    layer.query_states = states;
    layer.key_states = states;
    layer.parameters = &parameters;
  }
  SketchLayer(const SketchLayer&) = delete;
  SketchLayer& operator=(const SketchLayer&) = delete;
};

std::string_view shade(double share) {
  constexpr std::string_view shades[] = {" ", "░", "▒", "▓", "█"};
  const auto level = static_cast<std::size_t>(std::ceil(std::clamp(share, 0.0, 1.0) * 4.0 - 0.05));
  return shades[std::min<std::size_t>(level, 4)];
}

std::string drawn(const Map& map) {
  double most = 0.0;
  for (const float weight : map.weights.numbers())
    most = std::max(most, std::abs(static_cast<double>(weight)));
  std::string picture;
  for (Index query = 0; query < map.weights.rows(); ++query) {
    picture += "  ";
    for (Index key = 0; key < map.weights.cols(); ++key) {
      const double weight = static_cast<double>(map.weights(query, key));
      if (!map.hidden.empty() && map.hidden(query, key) != 0) {
        picture += "· ";
      } else if (weight < 0.0 && -weight > 0.05 * most) {
        picture += "- ";
      } else {
        picture += shade(most > 0.0 ? weight / most : 0.0);
        picture += shade(most > 0.0 ? weight / most : 0.0);
      }
    }
    picture += "\n";
  }
  return picture;
}

}  // namespace

bool makes_maps(std::string_view family) {
  constexpr std::string_view makers[] = {Similarity::family, Prior::family,        Pattern::family,
                                         Normaliser::family, Mixer::family,        Encoding::family,
                                         Cap::family,        Approximator::family, Variant::family};
  return std::find(std::begin(makers), std::end(makers), family) != std::end(makers);
}

Map sketch_map(std::string_view typed) {
  const SketchLayer sample;
  ThreadPool pool(1);
  LayerMemory memory;
  Recipe recipe = standard_recipe();
  apply_variant(recipe, typed);
  const std::vector<Index> first{0};
  return std::move(compute_maps(recipe, sample.layer, first, &memory, pool).front());
}

std::string sketch(std::string_view family, std::string_view typed) {
  return makes_maps(family) ? drawn(sketch_map(typed)) : std::string();
}

}  // namespace attnscope::cli
