#include "cli/frontier_report.hpp"

#include <algorithm>
#include <charconv>
#include <map>

#include "cli/table.hpp"
#include "core/build_info.hpp"
#include "core/error.hpp"
#include "core/utf8.hpp"
#include "render/plot.hpp"
#include "render/png.hpp"

namespace attnscope::cli {
namespace {

Index bound_of(std::string_view digits, const std::string& typed) {
  Index bound = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), bound);
  if (code != std::errc() || end != digits.data() + digits.size() || bound < 1) {
    throw Error(Error::Kind::usage,
                "--variant " + printable(typed) + ": expected a range FROM..TO of whole numbers from 1 on",
                "for instance linformer:k=2..32");
  }
  return bound;
}

std::string loss_name(const std::string& loss) {
  if (loss == "frobenius") return "loss: ‖e−v‖ / ‖e‖";
  if (loss == "kl") return "loss: KL of the variant from the exact map (nats)";
  return "loss: ‖(e−v)V‖ / ‖eV‖";
}

/// "linformer" of "linformer:k=4".
std::string base_name(const std::string& name) {
  return name.substr(0, name.find(':'));
}

}  // namespace

std::vector<std::string> expand_budgets(const std::string& typed, Index tokens) {
  const std::size_t dots = typed.find("..");
  if (dots == std::string::npos) return {typed};
  const std::size_t equals = typed.rfind('=', dots);
  if (equals == std::string::npos) bound_of("", typed);
  const std::size_t end = std::min(typed.find(',', dots), typed.size());
  const Index first = bound_of(std::string_view(typed).substr(equals + 1, dots - equals - 1), typed);
  const std::string_view upper = std::string_view(typed).substr(dots + 2, end - dots - 2);
  const Index last = upper.empty() ? tokens : bound_of(upper, typed);
  std::vector<std::string> all;
  for (Index budget = first; budget <= last; budget *= 2)
    all.push_back(typed.substr(0, equals + 1) + std::to_string(budget) + typed.substr(end));
  return all;
}

double loss_of(const MapDistance& distance, const std::string& loss) {
  if (loss == "frobenius") return distance.relative_frobenius;
  if (loss == "kl") return distance.mean_reverse_kl;
  return distance.output_error;
}

std::vector<FrontierPoint> frontier_points(const RecipeComparison& comparison, const std::string& loss) {
  std::vector<FrontierPoint> points;
  std::vector<CostAndLoss> all;
  for (std::size_t recipe = 0; recipe < comparison.recipes.size(); ++recipe) {
    const ComparedRecipe& compared = comparison.recipes[recipe];
    if (!compared.has_maps()) continue;
    const double lost = compared.distances.empty() ? 0.0 : loss_of(mean_of(compared.distances), loss);
    points.push_back({.recipe = recipe, .at = {compared.cost.flops, lost}});
    all.push_back(points.back().at);
  }
  const std::vector<bool> is_on_frontier = frontier_of(all);
  for (std::size_t place = 0; place < points.size(); ++place)
    points[place].is_on_frontier = is_on_frontier[place];
  return points;
}

std::string frontier_table(const Terminal& terminal, const RecipeComparison& comparison,
                           const std::vector<FrontierPoint>& points, const std::string& loss) {
  std::vector<FrontierPoint> best;
  for (const FrontierPoint& point : points) {
    if (point.is_on_frontier) best.push_back(point);
  }
  std::ranges::sort(best, {}, [](const FrontierPoint& point) { return point.at.cost; });
  const double exact = comparison.recipes.front().cost.flops;
  TextTable table({"least loss for its cost", "FLOP", "of exact", loss_name(loss)});
  for (const FrontierPoint& point : best) {
    table.add({printable(comparison.recipes[point.recipe].name, 60), count_text(point.at.cost),
               fixed_text(100.0 * point.at.cost / exact, 0) + " %", fixed_text(point.at.loss, 4)});
  }
  return table.text(terminal);
}

void write_frontier(JsonWriter& json, const RecipeComparison& comparison,
                    const std::vector<FrontierPoint>& points) {
  json.begin_array();
  for (const FrontierPoint& point : points) {
    json.begin_object();
    json.member("name", comparison.recipes[point.recipe].name);
    json.member("flops", point.at.cost);
    json.member("loss", point.at.loss);
    json.member("on_frontier", point.is_on_frontier);
    json.end_object();
  }
  json.end_array();
}

std::string frontier_png(const SourceInfo& source, const RecipeComparison& comparison,
                         const std::vector<FrontierPoint>& points, const std::string& loss,
                         const PictureOptions& options) {
  std::vector<PlotSeries> series;
  std::map<std::string, std::size_t> place_of;
  for (const FrontierPoint& point : points) {
    const std::string& name = comparison.recipes[point.recipe].name;
    const std::string base = base_name(name);
    const auto [place, is_new] = place_of.try_emplace(base, series.size());
    if (is_new) series.push_back({.name = base, .mark = PlotSeries::Mark::line_with_points});
    series[place->second].points.push_back({.x = point.at.cost,
                                            .y = point.at.loss,
                                            .name = point.is_on_frontier ? name : std::string(),
                                            .is_on_frontier = point.is_on_frontier});
  }
  for (PlotSeries& one : series)
    std::ranges::stable_sort(one.points, {}, [](const PlotPoint& point) { return point.x; });
  PlotSpec spec{
      .series = std::move(series),
      .x = {.name = "FLOP, scores to output, all compared heads", .spacing = PlotAxis::Spacing::logarithmic},
      .y = {.name = loss_name(loss), .low = 0.0},
      .frontier_name = "least loss for its cost",
      .width_px = 760,
      .height_px = 460,
      .page = options.page()};
  spec.caption = {.title = "What a variant loses, and what it costs",
                  .subtitle = source.name + " · mean over " + std::to_string(comparison.places.size()) +
                              (comparison.places.size() == 1 ? " head, " : " heads, ") +
                              std::to_string(comparison.text.queries.size()) + " tokens",
                  .text = shown_text(comparison.text)};
  const std::vector<PngText> texts{{"Title", spec.caption.title},
                                   {"Software", "attnscope " + std::string(version())},
                                   {"Description", spec.caption.text}};
  return encode_png(draw_plot(spec), texts);
}

}  // namespace attnscope::cli
