// The choice is the same whether the maps were computed or read from a file.
#include "cli/shown_maps.hpp"

#include <algorithm>
#include <set>

#include "cli/output_names.hpp"

namespace attnscope::cli {
namespace {

constexpr Index most_standouts = 6;

}  // namespace

std::vector<HeadFinding> heads_to_show(const SourceInfo& info, const TextMaps& text) {
  std::vector<HeadFinding> others;
  std::vector<HeadFinding> all;
  for (const HeadFinding& finding : findings_of(text)) {
    const bool has_role = role_of(info, AttentionSite::Kind::self, {finding.layer, finding.head}) != nullptr;
    (has_role ? all : others).push_back(finding);
  }
  for (HeadFinding& finding : choose_standouts(others, most_standouts)) all.push_back(std::move(finding));
  return all;
}

std::vector<const SourcedMap*> maps_to_show(const TextMaps& text, const std::vector<HeadFinding>& standouts,
                                            const std::vector<LayerHead>& chosen, Shown shown) {
  std::set<LayerHead> wanted(chosen.begin(), chosen.end());
  if (chosen.empty()) {
    for (const HeadFinding& finding : standouts) wanted.insert({finding.layer, finding.head});
  }
  const bool shows_all = chosen.empty() && (shown == Shown::all || wanted.empty());
  std::vector<const SourcedMap*> maps;
  for (const SourcedMap& map : text.maps) {
    if (shows_all || wanted.count({map.map.layer, map.map.head}) > 0) maps.push_back(&map);
  }
  return maps;
}

std::vector<const SourcedMap*> maps_to_preview(const TextMaps& text, const std::vector<HeadFinding>& standouts,
                                               const std::vector<LayerHead>& chosen) {
  if (!chosen.empty()) return maps_to_show(text, standouts, chosen, Shown::standing_out);
  if (text.maps.empty()) return {};
  const SourcedMap* first =
      standouts.empty() ? nullptr : text.find({standouts.front().layer, standouts.front().head});
  return {first != nullptr ? first : &text.maps.front()};
}

std::vector<PictureTask> picture_tasks(const PictureContext& context,
                                       const std::vector<const SourcedMap*>& drawn) {
  std::vector<PictureTask> tasks;
  const bool has_one_map = context.text->maps.size() == 1;  // its own picture says more than a grid of one
  for (const auto kind :
       {AttentionSite::Kind::self, AttentionSite::Kind::decoder, AttentionSite::Kind::cross}) {
    const bool has_maps = std::any_of(context.text->maps.begin(), context.text->maps.end(),
                                      [kind](const SourcedMap& map) { return map.kind == kind; });
    if (!has_maps || has_one_map) continue;
    const std::string name =
        kind == AttentionSite::Kind::self ? "grid.png" : std::string(name_of(kind)) + "-grid.png";
    tasks.push_back({name, [&context, kind] { return grid_png(context, kind); }});
  }
  for (const SourcedMap* map : drawn) {
    tasks.push_back({map_name(map->kind, {map->map.layer, map->map.head}, map->map.part) + ".png",
                     [&context, map] { return heatmap_png(context, *map); }});
  }
  return tasks;
}

}  // namespace attnscope::cli
