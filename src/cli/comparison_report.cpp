#include "cli/comparison_report.hpp"

#include <algorithm>

#include "cli/table.hpp"
#include "core/build_info.hpp"
#include "core/utf8.hpp"
#include "render/comparison.hpp"
#include "render/png.hpp"

namespace attnscope::cli {
namespace {

void write_distance(JsonWriter& json, const MapDistance& distance) {
  json.member("output_error", distance.output_error);
  json.member("relative_frobenius", distance.relative_frobenius);
  json.member("frobenius", distance.frobenius);
  json.member("mean_kl", distance.mean_kl);
  json.member("worst_kl", distance.worst_kl);
  json.member("mean_reverse_kl", distance.mean_reverse_kl);
  json.member("worst_reverse_kl", distance.worst_reverse_kl);
  json.member("top_agreement", distance.top_agreement);
  json.member("mass_kept", distance.mass_kept);
  json.member("effective_rank", distance.effective_rank);
}

void write_recipe(JsonWriter& json, const RecipeComparison& comparison, const ComparedRecipe& compared) {
  json.begin_object();
  json.member("name", compared.name);
  if (!compared.has_maps()) {
    json.member("refused", compared.refusal);
    json.end_object();
    return;
  }
  json.key("recipe");
  json.begin_object();
  for (const auto& [stage, choice] : compared.recipe) json.member(stage, choice);
  json.end_object();
  json.member("class", name_of(compared.maps.front().map_class));
  if (compared.cost.flops > 0.0) {
    json.member("flops", compared.cost.flops);
    json.member("bytes", compared.cost.bytes);
  }
  if (compared.seconds > 0.0) {
    json.key("measured");
    json.begin_object();
    json.member("seconds", compared.seconds);
    json.end_object();
  }
  if (!compared.distances.empty()) {
    json.key("mean");
    json.begin_object();
    write_distance(json, mean_of(compared.distances));
    json.end_object();
    json.key("heads");
    json.begin_array();
    for (std::size_t place = 0; place < compared.distances.size(); ++place) {
      json.begin_object();
      json.member("layer", comparison.places[place].layer);
      json.member("head", comparison.places[place].head);
      write_distance(json, compared.distances[place]);
      json.end_object();
    }
    json.end_array();
  }
  json.end_object();
}

}  // namespace

std::string comparison_table(const Terminal& terminal, const RecipeComparison& comparison) {
  const bool has_times =
      std::ranges::any_of(comparison.recipes, [](const ComparedRecipe& one) { return one.seconds > 0.0; });
  std::vector<std::string> heads{"",      "output", "Frobenius", "KL(e‖v)", "worst", "KL(v‖e)",
                                 "top-1", "kept",   "rank",      "FLOP",    "bytes"};
  if (has_times) heads.push_back("ms");
  TextTable table(std::move(heads));
  for (const ComparedRecipe& compared : comparison.recipes) {
    if (!compared.has_maps()) continue;
    std::vector<std::string> cells{printable(compared.name, 60)};
    if (compared.distances.empty()) {
      cells.insert(cells.end(), 8, "");
    } else {
      const MapDistance mean = mean_of(compared.distances);
      for (const double figure : {mean.output_error, mean.relative_frobenius, mean.mean_kl, mean.worst_kl,
                                  mean.mean_reverse_kl, mean.top_agreement, mean.mass_kept})
        cells.push_back(fixed_text(figure, 3));
      cells.push_back(fixed_text(mean.effective_rank, 1));
    }
    const bool is_counted = compared.cost.flops > 0.0;
    cells.push_back(is_counted ? count_text(compared.cost.flops) : "–");
    cells.push_back(is_counted ? count_text(compared.cost.bytes) : "–");
    if (has_times) cells.push_back(fixed_text(1e3 * compared.seconds, 3));
    table.add(std::move(cells));
  }
  return table.text(terminal);
}

void write_comparison(JsonWriter& json, const SourceInfo& source, const RecipeComparison& comparison) {
  json.begin_object();
  json.key("model");
  json.begin_object();
  for (const auto& [name, value] : source.facts) json.member(name, value);
  json.end_object();
  json.member("text", comparison.text.queries.text);
  json.key("tokens");
  json.begin_array();
  for (const Token& token : comparison.text.queries.tokens) json.value(token.label);
  json.end_array();
  json.key("recipes");
  json.begin_array();
  for (const ComparedRecipe& compared : comparison.recipes) write_recipe(json, comparison, compared);
  json.end_array();
  json.end_object();
}

std::string comparison_png(const SourceInfo& source, const RecipeComparison& comparison, std::size_t place,
                           const PictureOptions& options) {
  ComparisonSpec spec;
  spec.rows = labels_of(comparison.text.queries);
  spec.keys = labels_of(comparison.text.keys ? *comparison.text.keys : comparison.text.queries);
  spec.page = options.page();
  spec.figure_names = {"output error", "KL", "same top key", "mass kept", "FLOP"};
  const ConstMatrixView exact = comparison.recipes.front().maps[place].weights;
  std::vector<Matrix> differences;
  differences.reserve(comparison.recipes.size());
  bool has_any_signs = false;
  for (const ComparedRecipe& compared : comparison.recipes) {
    if (!compared.has_maps()) continue;
    const Map& map = compared.maps[place];
    has_any_signs = has_any_signs || has_signs(map.map_class);
    ComparedMap column{.name = compared.name, .map = {map.weights, map.hidden.numbers()}};
    if (!compared.distances.empty()) {
      const MapDistance& distance = compared.distances[place];
      Matrix& difference = differences.emplace_back(map.weights.rows(), map.weights.cols());
      for (Index row = 0; row < difference.rows(); ++row) {
        for (Index col = 0; col < difference.cols(); ++col)
          difference(row, col) = map.weights(row, col) - exact(row, col);
      }
      column.difference = {difference};
      column.figures = {fixed_text(distance.output_error, 3), fixed_text(distance.mean_kl, 3),
                        fixed_text(distance.top_agreement, 2), fixed_text(distance.mass_kept, 3)};
    } else {
      column.figures = {"", "", "", ""};
    }
    const auto share = static_cast<double>(compared.maps.size());
    column.figures.push_back(compared.cost.flops > 0.0 ? count_text(compared.cost.flops / share) : "–");
    spec.columns.push_back(std::move(column));
  }
  spec.colours = options.scale_for(has_any_signs ? MapClass::any_sign : MapClass::row_stochastic);
  const LayerHead at = comparison.places[place];
  const HeadRole* role = role_of(source, AttentionSite::Kind::self, at);
  spec.caption.title = (source.has_layers ? "layer " + std::to_string(at.layer) + ", " : std::string()) +
                       "head " + std::to_string(at.head) + (role != nullptr ? ": " + role->role : "");
  spec.caption.subtitle =
      source.name + (comparison.recipes.front().name == "exact"
                         ? " · what each variant makes of the same queries, keys and values"
                         : " · each beside the first");
  spec.caption.text = shown_text(comparison.text);
  if (role != nullptr) spec.caption.note = role->note;
  std::vector<PngText> texts{{"Title", spec.caption.title},
                             {"Software", "attnscope " + std::string(version())},
                             {"Description", spec.caption.text}};
  return encode_png(draw_comparison(spec), texts);
}

}  // namespace attnscope::cli
