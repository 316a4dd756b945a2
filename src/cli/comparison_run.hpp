// Several recipes on the same queries, keys and values: the maps of each, and how far they are from exact
// ones.
#pragma once

#include <string>
#include <vector>

#include "analysis/map_distance.hpp"
#include "attention/stages.hpp"
#include "cli/source.hpp"

namespace attnscope::cli {

struct ComparedRecipe {
  std::string name;                         ///< as typed; the model's own has the name "exact"
  Facts recipe = {};                        ///< stages and choices
  std::vector<Map> maps = {};               ///< a place each; none where it cannot be computed
  std::vector<MapDistance> distances = {};  ///< from the exact maps, a place each; none for the exact ones
  Cost cost = {};                           ///< of all places together
  double seconds = 0.0;      ///< measured, of all places together; 0 where it was not asked for
  std::string refusal = {};  ///< why there are no maps, else empty

  bool has_maps() const { return !maps.empty(); }
};

/// All recipes on one text.
struct RecipeComparison {
  TextMaps text;                        ///< its tokens
  std::vector<LayerHead> places;        ///< the heads compared, by layer
  std::vector<Matrix> values;           ///< V of each place [keys x any], or empty
  std::vector<ComparedRecipe> recipes;  ///< the first is the model's own
};

struct ComparisonRequest {
  std::vector<std::string> variants = {};  ///< each laid over the model's own recipe
  std::vector<LayerHead> places = {};      ///< in order; of the first stack
  bool skips_refused = false;  ///< a variant that cannot be computed here is kept with its refusal
  bool measures = false;
  WithRank with_rank = WithRank::yes;
};

/// Throws: Error, also for a variant that cannot be computed here unless those are skipped.
RecipeComparison compare_recipes(MapSource& source, const InputText& input, const ComparisonRequest& request,
                                 ThreadPool& pool);

}  // namespace attnscope::cli
