// Moves, no copies: a file's maps may be large.
#include "cli/given_source.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace attnscope::cli {
namespace {

AttentionSite::Kind kind_of(const std::string& name) {
  for (const auto kind : {AttentionSite::Kind::decoder, AttentionSite::Kind::cross}) {
    if (name_of(kind) == name) return kind;
  }
  return AttentionSite::Kind::self;
}

/// The model's name where the file says it, else the file's.
std::string title_name(const GivenMaps& given) {
  for (const auto& [key, value] : given.model) {
    if (key == "name") return value + " · " + given.name;
  }
  return given.name;
}

}  // namespace

GivenText to_text_maps(GivenMaps given) {
  GivenText result;
  result.info.name = title_name(given);
  result.info.facts = given.model.empty() ? Facts{{"file", given.name}} : std::move(given.model);
  result.info.layers = given.layers;
  result.info.heads = given.heads;
  result.info.has_layers = given.has_layers;
  result.source = given.source.empty() ? given.name : given.source;
  result.text.queries = std::move(given.queries);
  result.text.keys = std::move(given.keys);
  result.text.target = std::move(given.target);
  result.text.recipe = std::move(given.recipe);
  result.warnings = std::move(given.warnings);
  for (GivenMap& one : given.maps) {
    if (!one.role.empty()) {
      result.info.roles.push_back(
          {.role = one.role, .layer = one.map.layer, .head = one.map.head, .note = one.note});
    }
    result.text.maps.push_back({std::move(one.map), kind_of(one.kind)});
  }
  return result;
}

}  // namespace attnscope::cli
