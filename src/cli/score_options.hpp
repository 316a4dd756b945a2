// What the scores of a model share: where it comes from, how pieces become words, where results go.
#pragma once

#include <string>
#include <vector>

#include "analysis/held_out.hpp"
#include "analysis/word_map.hpp"
#include "cli/map_pictures.hpp"
#include "cli/options.hpp"
#include "cli/recipe_options.hpp"
#include "cli/terminal.hpp"
#include "core/parallel.hpp"
#include "export/attention_json.hpp"
#include "export/json_writer.hpp"

namespace attnscope::cli {

struct ScoreOptions {
  std::vector<std::string> files;
  std::string windows;
  std::string model = "mini";
  std::string dependency_head;
  std::string antecedent_head;
  std::string to = "sum";
  std::string from = "mean";
  std::string dep;     ///< folder of OntoGUM's trees
  Index window = 128;  ///< tokens of a stretch of a document
  double link_threshold = 0.0;
  std::string json;
  std::string png;
  std::string together;  ///< "4:0=0.7,2:5=0.3"
  bool is_universal = false;
  bool leaves_declared = false;
  Index threads = 0;
  RecipeOptions recipe;
  PictureOptions pictures;

  WordMapRule rule() const { return {.to = parse_word_pooling(to), .from = parse_word_pooling(from)}; }
  ThreadPool make_pool() const;
};

/// "90.7", or "-" of nothing.
std::string percent(const Proportion& proportion);
std::string percent(double share);
/// Padded with spaces on the left, or on the right.
std::string right_aligned(const std::string& text, Index width);
std::string left_aligned(const std::string& text, Index width);

void write_member(JsonWriter& json, std::string_view name, const Proportion& proportion);
/// The stages of a recipe as one object, and the seed of what is random in it.
void write_recipe(JsonWriter& json, const Facts& recipe, const RecipeOptions& options);

}  // namespace attnscope::cli
