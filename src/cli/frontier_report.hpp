// `compare --frontier`: each variant over a range of budgets, and those that lose least for their cost.
#pragma once

#include <string>
#include <vector>

#include "analysis/frontier.hpp"
#include "cli/comparison_run.hpp"
#include "cli/map_pictures.hpp"
#include "cli/terminal.hpp"
#include "export/json_writer.hpp"

namespace attnscope::cli {

/// "linformer:k=2..16" as k = 2, 4, 8, 16; "k=2.." goes up to the number of tokens. Text without a range
/// stays as it is. Throws: Error(usage) for a range that is no two whole numbers from 1 on.
std::vector<std::string> expand_budgets(const std::string& typed, Index tokens);

/// Which figure counts as the loss: "output", "frobenius", "kl" (of the variant from the exact map).
double loss_of(const MapDistance& distance, const std::string& loss);

/// A recipe of a comparison as a point.
struct FrontierPoint {
  std::size_t recipe = 0;
  CostAndLoss at;
  bool is_on_frontier = false;
};

/// One for each recipe that has maps, in order; the exact one loses nothing.
std::vector<FrontierPoint> frontier_points(const RecipeComparison& comparison, const std::string& loss);

/// The frontier from the cheapest on: cost, loss, name.
std::string frontier_table(const Terminal& terminal, const RecipeComparison& comparison,
                           const std::vector<FrontierPoint>& points, const std::string& loss);

/// All points, an array of objects.
void write_frontier(JsonWriter& json, const RecipeComparison& comparison,
                    const std::vector<FrontierPoint>& points);

std::string frontier_png(const SourceInfo& source, const RecipeComparison& comparison,
                         const std::vector<FrontierPoint>& points, const std::string& loss,
                         const PictureOptions& options);

}  // namespace attnscope::cli
