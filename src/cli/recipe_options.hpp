// The options that choose a recipe, the same in every command that computes attention.
#pragma once

#include <string>
#include <vector>

#include "attention/parameters.hpp"
#include "attention/recipe.hpp"
#include "cli/options.hpp"

namespace attnscope::cli {

/// What --variant, --similarity, … and --set say.
struct RecipeOptions {
  RecipeText text;
  std::vector<std::string> parameters;  ///< PARAMETER=FILE, or FILE
  Index seed = 1;

  /// Declares all of them. With several variants (`compare`) the command declares --variant itself.
  void declare(Options& options, bool with_variant = true);
  /// The parameters given by --set, and the seed for the others.
  /// Throws: Error(usage) for a broken PARAMETER=FILE, Error(input) for a broken file.
  Parameters read_parameters() const;
};

}  // namespace attnscope::cli
