// Runs a model on given words and hands out maps between words, for scores against gold data.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "analysis/word_map.hpp"
#include "cli/head_choice.hpp"
#include "cli/recipe_options.hpp"
#include "export/attention_json.hpp"
#include "models/model.hpp"

namespace attnscope::cli {

/// The heads of a model's first stack, read between words.
class WordRunner {
 public:
  /// model: as --model takes it. Throws: Error; also where the model has no tokenizer.
  WordRunner(const std::string& model, const RecipeOptions& recipe, WordMapRule rule);

  const ModelInfo& info() const { return model_->info(); }
  const Tokenizer& tokenizer() const { return *model_->tokenizer(); }
  /// The stages that make the first layer's maps, by their names and settings.
  Facts describe_recipe() const;
  /// The head declared to have a role ("dependency"), or none.
  std::optional<LayerHead> role(std::string_view name) const;

  using Visit = std::function<void(LayerHead head, const DoubleMatrix& word_map)>;
  /// Which heads are wanted; null means all. Layers above the last wanted one are not computed.
  using Wanted = std::span<const LayerHead>;
  /// Calls visit for each map, part 0 of each head. False, and no call, where the words make more tokens than
  /// the model can take. Thread safety: with different pools.
  bool run(std::span<const std::string> words, Wanted wanted, ThreadPool& pool, const Visit& visit) const;

 private:
  std::unique_ptr<const Model> model_;
  RecipeText recipe_;
  Parameters parameters_;
  WordMapRule rule_;
};

/// Runs `work(unit, pool of one thread)` for all units on all threads, in chunks between which `progress` is
/// told how many are done. Results must be stored by unit.
void run_units(Index units, ThreadPool& pool,
               const std::function<void(Index unit, ThreadPool& own)>& work,
               const std::function<void(Index done)>& progress);

}  // namespace attnscope::cli
