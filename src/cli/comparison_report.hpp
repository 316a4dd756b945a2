// What `compare` tells of recipes on one text: a table, JSON, and a picture of one head.
#pragma once

#include <string>

#include "cli/comparison_run.hpp"
#include "cli/map_pictures.hpp"
#include "cli/terminal.hpp"
#include "export/json_writer.hpp"

namespace attnscope::cli {

/// A row for each recipe: the means over all heads, and the worst of the worst.
std::string comparison_table(const Terminal& terminal, const RecipeComparison& comparison);

/// One object: tokens, recipes, every figure of every head, means, counted cost. Measured times stand in an
/// object `measured`, where there are any.
void write_comparison(JsonWriter& json, const SourceInfo& source, const RecipeComparison& comparison);

/// The maps of one place side by side, with differences from the first.
std::string comparison_png(const SourceInfo& source, const RecipeComparison& comparison, std::size_t place,
                           const PictureOptions& options);

}  // namespace attnscope::cli
