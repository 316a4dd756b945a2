#include "cli/map_pictures.hpp"

#include <algorithm>

#include "core/build_info.hpp"
#include "render/grid.hpp"
#include "render/heatmap.hpp"
#include "render/png.hpp"

namespace attnscope::cli {
namespace {

Label label_of(const Token& token) {
  const Emphasis emphasis = token.unknown   ? Emphasis::unknown
                            : token.special ? Emphasis::secondary
                                            : Emphasis::normal;
  return {token.label, emphasis};
}

MaskedValues values_of(const Map& map) {
  return {map.weights, map.hidden.numbers()};
}

/// "scaled-dot, softmax" or the variant's name: what a reader wants to know first.
std::string short_recipe(const Facts& recipe) {
  std::string text;
  for (const auto& [stage, choice] : recipe) {
    const bool is_usual = choice == "full" || choice == "softmax:temperature=1" || choice == "scaled-dot";
    if (stage == "variant") return choice;
    if (!is_usual) text += (text.empty() ? "" : ", ") + choice;
  }
  return text.empty() ? "softmax(QKᵀ/√d)" : text;
}

std::vector<PngText> provenance(const PictureContext& context, const std::string& title) {
  std::vector<PngText> texts{{"Title", title},
                             {"Software", "attnscope " + std::string(version())},
                             {"Description", shown_text(*context.text)}};
  for (const auto& [name, value] : context.source->facts) texts.push_back({"attnscope:model " + name, value});
  for (const auto& [stage, choice] : context.text->recipe) texts.push_back({"attnscope:" + stage, choice});
  return texts;
}

std::string kind_title(AttentionSite::Kind kind) {
  switch (kind) {
    case AttentionSite::Kind::self:
      return {};
    case AttentionSite::Kind::decoder:
      return "decoder, ";
    case AttentionSite::Kind::cross:
      return "cross attention, ";
  }
  return {};
}

}  // namespace

std::vector<Label> labels_of(const TokenizedText& text) {
  std::vector<Label> labels;
  for (const Token& token : text.tokens) labels.push_back(label_of(token));
  return labels;
}

void PictureOptions::declare(Options& options) {
  options.group("Pictures");
  options.choice("--theme", theme, {"light", "dark"}, "background");
  options.value("--colours", colours, "NAME", "a colour map ('attnscope list colour-map')");
  options.choice("--range", range, {"unit", "largest", "robust"},
                 "0 to 1, to the largest weight, or 2nd-98th percentile");
  options.flag("--log", is_logarithmic, "logarithmic colours, for long texts");
  options.value("--scale", scale, "X", "size of everything; 2 for print", 0.5, 8.0);
}

Page PictureOptions::page() const {
  return {.theme = theme == "dark" ? Theme::dark : Theme::light, .scale = scale};
}

ColourScale PictureOptions::scale_for(MapClass map_class) const {
  ColourScale colour_scale;
  colour_scale.map = colours;
  colour_scale.kind = has_signs(map_class) ? ColourScale::Kind::diverging : ColourScale::Kind::sequential;
  const bool is_bounded = map_class == MapClass::row_stochastic || map_class == MapClass::substochastic;
  colour_scale.range = range == "largest" || (range == "unit" && !is_bounded) ? ColourScale::Range::largest
                       : range == "robust"                                    ? ColourScale::Range::robust
                                                                              : ColourScale::Range::unit;
  if (is_logarithmic && !has_signs(map_class)) colour_scale.spacing = ColourScale::Spacing::logarithmic;
  return colour_scale;
}

const HeadRole* role_of(const SourceInfo& source, AttentionSite::Kind kind, LayerHead head) {
  if (kind == AttentionSite::Kind::cross) return nullptr;
  const auto found = std::find_if(source.roles.begin(), source.roles.end(), [&](const HeadRole& role) {
    return role.layer == head.layer && role.head == head.head;
  });
  return found == source.roles.end() ? nullptr : &*found;
}

const TokenizedText& query_tokens(const TextMaps& text, AttentionSite::Kind kind) {
  return kind == AttentionSite::Kind::self ? text.queries : *text.target;
}

const TokenizedText& key_tokens(const TextMaps& text, AttentionSite::Kind kind) {
  if (kind == AttentionSite::Kind::decoder) return *text.target;
  if (kind == AttentionSite::Kind::cross) return text.queries;
  return text.keys ? *text.keys : text.queries;
}

std::string shown_text(const TextMaps& text) {
  const std::string& second = text.target ? text.target->text : text.queries.second_text;
  return second.empty() ? text.queries.text : text.queries.text + " ‖ " + second;
}

std::string title_of(const PictureContext& context, const SourcedMap& sourced) {
  const Map& map = sourced.map;
  const HeadRole* role = role_of(*context.source, sourced.kind, {map.layer, map.head});
  std::string place = context.source->has_layers ? "layer " + std::to_string(map.layer) + ", " : "";
  place += "head " + std::to_string(map.head);
  if (map.part > 0) place += ", part " + std::to_string(map.part);
  return kind_title(sourced.kind) + place + (role != nullptr ? ": " + role->role : "");
}

std::string subtitle_of(const PictureContext& context) {
  const Facts& recipe = context.text->recipe;
  return context.source->name + (recipe.empty() ? "" : " · " + short_recipe(recipe));
}

std::string heatmap_png(const PictureContext& context, const SourcedMap& sourced) {
  const Map& map = sourced.map;
  HeatmapSpec spec;
  spec.map = values_of(map);
  spec.rows = labels_of(query_tokens(*context.text, sourced.kind));
  spec.columns = labels_of(key_tokens(*context.text, sourced.kind));
  spec.colours = context.options.scale_for(map.map_class);
  spec.page = context.options.page();
  const HeadRole* role = role_of(*context.source, sourced.kind, {map.layer, map.head});
  spec.caption.title = title_of(context, sourced);
  spec.caption.subtitle = subtitle_of(context);
  spec.caption.text = shown_text(*context.text);
  if (role != nullptr) spec.caption.note = role->note;
  return encode_png(draw_heatmap(spec), provenance(context, spec.caption.title));
}

std::string grid_png(const PictureContext& context, AttentionSite::Kind kind) {
  GridSpec spec;
  spec.rows = context.source->layers;
  spec.cols = context.source->heads;
  spec.maps.resize(static_cast<std::size_t>(spec.rows * spec.cols));
  MapClass map_class = MapClass::row_stochastic;
  bool is_empty = true;
  for (const SourcedMap& sourced : context.text->maps) {
    if (sourced.kind != kind || sourced.map.part > 0) continue;
    const Map& map = sourced.map;
    spec.maps[static_cast<std::size_t>(map.layer * spec.cols + map.head)] = values_of(map);
    map_class = map.map_class;
    is_empty = false;
    if (const HeadRole* role = role_of(*context.source, kind, {map.layer, map.head})) {
      const std::string taught = role->note.empty() ? "" : " (taught)";
      spec.frames.push_back({.row = map.layer, .col = map.head, .meaning = role->role + " head" + taught});
    }
  }
  if (is_empty) return {};
  for (Index layer = 0; layer < spec.rows; ++layer) spec.row_names.push_back(std::to_string(layer));
  for (Index head = 0; head < spec.cols; ++head) spec.column_names.push_back(std::to_string(head));
  spec.colours = context.options.scale_for(map_class);
  spec.page = context.options.page();
  spec.caption.title =
      kind_title(kind) + std::to_string(spec.rows) + " layers × " + std::to_string(spec.cols) + " heads";
  spec.caption.subtitle = subtitle_of(context);
  spec.caption.text = shown_text(*context.text);
  return encode_png(draw_grid(spec), provenance(context, spec.caption.title));
}

}  // namespace attnscope::cli
