#include "cli/document.hpp"

#include "cli/map_pictures.hpp"

namespace attnscope::cli {

AttentionDocument make_document(const DocumentContext& context, const std::vector<const SourcedMap*>& maps) {
  const TextMaps& text = *context.text;
  AttentionDocument document;
  document.model = context.source->facts;
  document.layers = context.source->layers;
  document.heads = context.source->heads;
  document.text_index = context.text_index;
  document.text_source = context.input->source;
  document.queries = &text.queries;
  if (text.target) {
    document.keys = &*text.target;
  } else if (text.keys) {
    document.keys = &*text.keys;
  }
  document.recipe = text.recipe;
  document.parameters = text.parameters;
  document.settings = context.settings;
  document.settings.insert(document.settings.end(), text.long_text.begin(), text.long_text.end());
  for (const SourcedMap* map : maps) {
    const HeadRole* role = role_of(*context.source, map->kind, {map->map.layer, map->map.head});
    document.maps.push_back({.map = &map->map,
                             .kind = std::string(name_of(map->kind)),
                             .role = role != nullptr ? role->role : "",
                             .note = role != nullptr ? role->note : ""});
  }
  return document;
}

std::uint64_t likely_bytes(const std::vector<const SourcedMap*>& maps, Index decimals) {
  std::uint64_t weights = 0;
  for (const SourcedMap* map : maps) weights += map->map.weights.numbers().size();
  return weights * static_cast<std::uint64_t>(decimals < 0 ? 13 : decimals + 3);  // "0.0123456789," or "0.012,"
}

}  // namespace attnscope::cli
