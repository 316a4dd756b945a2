#include "cli/comparison_run.hpp"

#include <algorithm>
#include <chrono>

#include "attention/recipe_cost.hpp"
#include "core/error.hpp"

namespace attnscope::cli {
namespace {

/// From queries, keys and values to the output, once, in the way of the recipe.
void compute_output(const Recipe& recipe, const Layer& layer, Index head, ThreadPool& pool) {
  if (recipe.approximator) {
    const Head prepared = layer.head(head);
    const bool is_causal = recipe.pattern->is_causal() || recipe.approximator->is_always_causal();
    const auto operation = recipe.approximator->prepare(
        prepared, is_causal ? Approximator::Direction::causal : Approximator::Direction::both);
    operation->apply(to_double(prepared.v));
    return;
  }
  const std::vector<Index> one{head};
  LayerMemory memory;
  const Matrix weights = std::move(compute_maps(recipe, layer, one, &memory, pool).front().weights);
  const ConstMatrixView values = layer.v[static_cast<std::size_t>(head)];
  Matrix output(weights.rows(), values.cols);
  for (Index query = 0; query < weights.rows(); ++query) {
    for (Index key = 0; key < weights.cols(); ++key) {
      const float weight = weights(query, key);
      for (Index place = 0; place < values.cols; ++place) output(query, place) += weight * values(key, place);
    }
  }
}

/// The median of five, after one to warm up.
double seconds_of(const Recipe& recipe, const Layer& layer, Index head, ThreadPool& pool) {
  std::vector<double> times;
  for (int round = 0; round < 6; ++round) {
    const auto start = std::chrono::steady_clock::now();
    compute_output(recipe, layer, head, pool);
    times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::nth_element(times.begin() + 1, times.begin() + 3, times.end());
  return times[3];
}

class Runner {
 public:
  Runner(const ComparisonRequest& request, RecipeComparison& result, ThreadPool& pool)
      : request_(request), result_(result), pool_(pool), memories_(request.variants.size() + 1) {
    result_.recipes.push_back({.name = "exact"});
    for (const std::string& variant : request.variants) result_.recipes.push_back({.name = variant});
  }

  void take(const AttentionSite& site) {
    if (site.kind != AttentionSite::Kind::self) return;
    std::vector<Index> heads;
    for (const LayerHead& place : request_.places) {
      if (place.layer == site.layer.index) heads.push_back(place.head);
    }
    for (const Index head : heads) {
      result_.places.push_back({site.layer.index, head});
      result_.values.emplace_back(site.layer.v.empty() ? ConstMatrixView{}
                                                       : site.layer.v[static_cast<std::size_t>(head)]);
    }
    for (std::size_t place = 0; place < result_.recipes.size(); ++place) {
      ComparedRecipe& compared = result_.recipes[place];
      if (!compared.refusal.empty()) continue;
      try {
        const Recipe recipe =
            place == 0 ? *site.own : make_recipe(*site.own, {.variant = request_.variants[place - 1]});
        add(compared, recipe, site.layer, heads, memories_[place]);
      } catch (const Error& error) {
        if (!request_.skips_refused) throw;
        compared.refusal = error.what();
        compared.maps.clear();
      }
    }
  }

 private:
  void add(ComparedRecipe& compared, const Recipe& recipe, const Layer& layer,
           const std::vector<Index>& heads, LayerMemory& memory) {
    if (compared.recipe.empty()) compared.recipe = recipe.describe();
    if (heads.empty() && recipe.mixers.empty())
      return;  // nothing here, and nothing to hand to the next layer
    std::vector<Map> maps = compute_maps(recipe, layer, heads, &memory, pool_);
    for (Map& map : maps) {
      const auto head = static_cast<std::size_t>(map.head);
      const Sizes sizes{.queries = layer.queries(),
                        .keys = layer.keys(),
                        .head_size = layer.q[head].cols,
                        .value_size = layer.v.empty() ? layer.q[head].cols : layer.v[head].cols};
      check_shape(compared.name, map, sizes);
      const Cost cost = cost_of(recipe, sizes, pairs_of(recipe, layer.head(map.head), map.hidden));
      compared.cost.flops += cost.flops;
      compared.cost.bytes += cost.bytes;
      if (request_.measures && !layer.v.empty())
        compared.seconds += seconds_of(recipe, layer, map.head, pool_);
      compared.maps.push_back(std::move(map));
    }
  }

  static void check_shape(const std::string& name, const Map& map, const Sizes& sizes) {
    if (map.weights.rows() == sizes.queries && map.weights.cols() == sizes.keys) return;
    throw Error(Error::Kind::usage, name + ": cannot be compared: expected a map of " +
                                        std::to_string(sizes.queries) + " × " + std::to_string(sizes.keys) +
                                        ", found " + std::to_string(map.weights.rows()) + " × " +
                                        std::to_string(map.weights.cols()));
  }

  const ComparisonRequest& request_;
  RecipeComparison& result_;
  ThreadPool& pool_;
  std::vector<LayerMemory> memories_;
};

}  // namespace

RecipeComparison compare_recipes(MapSource& source, const InputText& input, const ComparisonRequest& request,
                                 ThreadPool& pool) {
  RecipeComparison result;
  const MapRequest tokens_only{.is_wanted = [](LayerHead) { return false; }};
  result.text = source.compute(input, tokens_only, pool);
  Runner runner(request, result, pool);
  source.visit(
      input, {}, [&](const AttentionSite& site) { runner.take(site); }, pool);
  const auto count = static_cast<Index>(result.places.size());
  const std::vector<Map>& exact = result.recipes.front().maps;
  for (std::size_t recipe = 1; recipe < result.recipes.size(); ++recipe) {
    ComparedRecipe& compared = result.recipes[recipe];
    if (!compared.has_maps()) continue;
    compared.distances.resize(static_cast<std::size_t>(count));
    pool.run(count, [&](Index unit, Index) {
      const auto place = static_cast<std::size_t>(unit);
      compared.distances[place] = distance_of(exact[place].weights, compared.maps[place].weights,
                                              result.values[place], request.with_rank);
    });
  }
  return result;
}

}  // namespace attnscope::cli
