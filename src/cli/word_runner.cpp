#include "cli/word_runner.hpp"

#include <algorithm>
#include <set>

#include "core/error.hpp"
#include "core/interrupt.hpp"
#include "models/locate.hpp"
#include "text/tokenizer.hpp"

namespace attnscope::cli {

WordRunner::WordRunner(const std::string& model, const RecipeOptions& recipe, WordMapRule rule)
    : model_(Model::load(locate_model(model).path)),
      recipe_(recipe.text),
      parameters_(recipe.read_parameters()),
      rule_(rule) {
  if (model_->tokenizer() == nullptr) {
    throw Error(Error::Kind::unsupported, info().name + ": there is no tokenizer beside the weights",
                "scores compare words, so the model must know how to split them");
  }
}

Facts WordRunner::describe_recipe() const {
  const std::vector<std::string> words{"a"};
  const std::vector<Index> ids = model_->tokenizer()->encode_words(words).ids();
  RunOptions options;
  options.parameters = &parameters_;
  options.last_layer = 0;
  ThreadPool pool(1);
  Facts facts;
  model_->run(
      {.ids = ids}, options,
      [&](const AttentionSite& site) {
        if (!facts.empty()) return;
        facts = recipe_.empty() ? site.own->describe() : make_recipe(*site.own, recipe_).describe();
      },
      pool);
  return facts;
}

std::optional<LayerHead> WordRunner::role(std::string_view name) const {
  for (const HeadRole& one : info().roles) {
    if (one.role == name) return LayerHead{one.layer, one.head};
  }
  return std::nullopt;
}

bool WordRunner::run(std::span<const std::string> words, Wanted wanted, ThreadPool& pool,
                     const Visit& visit) const {
  const TokenizedText text = model_->tokenizer()->encode_words(words);
  if (info().has_position_table && info().most_positions > 0 && text.size() > info().most_positions) {
    return false;
  }
  const std::set<LayerHead> heads(wanted.begin(), wanted.end());
  const WordMapper mapper(text.tokens, static_cast<Index>(words.size()));
  const std::vector<Index> ids = text.ids();
  const std::vector<Index> segments = text.segments();
  RunOptions options;
  options.maps = recipe_.empty() ? RunOptions::Maps::explicit_maps : RunOptions::Maps::none;
  options.parameters = &parameters_;
  if (!heads.empty()) options.last_layer = heads.rbegin()->layer;
  LayerMemory memory;
  const auto show = [&](const Map& map) {
    if (map.part == 0 && (heads.empty() || heads.count({map.layer, map.head}) > 0)) {
      visit({map.layer, map.head}, mapper.apply(map.weights, rule_));
    }
  };
  model_->run(
      {.ids = ids, .segments = segments}, options,
      [&](const AttentionSite& site) {
        if (site.kind != AttentionSite::Kind::self) return;
        if (recipe_.empty()) {
          for (const Map& map : site.maps) show(map);
          return;
        }
        const Recipe recipe = make_recipe(*site.own, recipe_);
        for (const Map& map : compute_maps(recipe, site.layer, all_heads(site.layer), &memory, pool)) show(map);
      },
      pool);
  return true;
}

void run_units(Index units, ThreadPool& pool,
               const std::function<void(Index unit, ThreadPool& own)>& work,
               const std::function<void(Index done)>& progress) {
  constexpr Index chunk = 64;
  std::vector<std::unique_ptr<ThreadPool>> own;
  for (Index worker = 0; worker < pool.threads(); ++worker) own.push_back(std::make_unique<ThreadPool>(1));
  for (Index first = 0; first < units; first += chunk) {
    throw_if_interrupted();
    progress(first);
    pool.run(std::min(chunk, units - first), [&](Index unit, Index worker) {
      work(first + unit, *own[static_cast<std::size_t>(worker)]);
    });
  }
}

}  // namespace attnscope::cli
