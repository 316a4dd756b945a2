#include "export/attention_json.hpp"

#include <algorithm>

#include "core/build_info.hpp"

namespace attnscope {
namespace {

constexpr Index schema_version = 1;

void write_facts(JsonWriter& json, std::string_view name, const Facts& facts) {
  json.key(name);
  json.begin_object();
  for (const auto& [key, value] : facts) json.member(key, value);
  json.end_object();
}

void write_tokens(JsonWriter& json, std::string_view name, const TokenizedText& tokenized) {
  json.key(name);
  json.begin_array();
  for (const Token& token : tokenized.tokens) {
    json.begin_object();
    json.member("text", token.text);
    json.member("label", token.label);
    json.member("id", token.id);
    json.member("begin", static_cast<Index>(token.begin));
    json.member("end", static_cast<Index>(token.end));
    json.member("word", token.word);
    json.member("segment", token.segment);
    json.member("special", token.special);
    json.member("unknown", token.unknown);
    json.end_object();
  }
  json.end_array();
}

void write_recipe(JsonWriter& json, const AttentionDocument& document) {
  json.key("recipe");
  json.begin_array();
  for (const auto& [stage, choice] : document.recipe) {
    json.begin_object();
    json.member("stage", stage);
    json.member("choice", choice);
    json.end_object();
  }
  json.end_array();
  json.key("parameters");
  json.begin_array();
  for (const Parameters::Use& use : document.parameters) {
    json.begin_object();
    json.member("name", use.name);
    json.member("rows", use.rows);
    json.member("cols", use.cols);
    json.member("source", use.source);
    json.end_object();
  }
  json.end_array();
}

/// For each query the key ranges that the pattern excludes, as pairs first, end.
void write_excluded(JsonWriter& json, const BasicMatrix<std::uint8_t>& hidden) {
  if (hidden.empty()) return;
  json.key("excluded");
  json.begin_array();
  for (Index query = 0; query < hidden.rows(); ++query) {
    std::vector<Index> ranges;
    for (Index key = 0; key < hidden.cols(); ++key) {
      const bool was_hidden = key > 0 && hidden(query, key - 1) != 0;
      if ((hidden(query, key) != 0) != was_hidden) ranges.push_back(key);
    }
    if (ranges.size() % 2 == 1) ranges.push_back(hidden.cols());
    json.row(ranges);
  }
  json.end_array();
}

void write_map(JsonWriter& json, const ExportedMap& exported, NumberStyle style) {
  const Map& map = *exported.map;
  const auto [least, most] = row_sum_range(map);
  json.begin_object();
  json.member("layer", map.layer);
  json.member("head", map.head);
  if (map.part > 0) json.member("part", map.part);
  json.member("kind", exported.kind);
  if (!exported.role.empty()) json.member("role", exported.role);
  if (!exported.note.empty()) json.member("note", exported.note);
  json.member("class", name_of(map.map_class));
  json.key("row_sums");
  json.begin_object();
  json.member("least", least);
  json.member("most", most);
  json.end_object();
  if (map.overflows > 0) json.member("overflows", map.overflows);
  write_excluded(json, map.hidden);
  json.key("weights");
  json.matrix(map.weights, style);
  json.end_object();
}

}  // namespace

std::pair<double, double> row_sum_range(const Map& map) {
  double least = 0.0;
  double most = 0.0;
  bool is_first = true;
  for (Index query = 0; query < map.weights.rows(); ++query) {
    const bool sees_none = !map.hidden.empty() && std::all_of(map.hidden.row(query).begin(), map.hidden.row(query).end(),
                                                              [](std::uint8_t hidden) { return hidden != 0; });
    if (sees_none) continue;
    double sum = 0.0;
    for (const float weight : map.weights.row(query)) sum += static_cast<double>(weight);
    least = is_first ? sum : std::min(least, sum);
    most = is_first ? sum : std::max(most, sum);
    is_first = false;
  }
  return {least, most};
}

void write_attention_json(const AttentionDocument& document, NumberStyle style, const JsonWriter::Sink& sink) {
  JsonWriter json(sink);
  json.begin_object();
  json.member("schema", "attnscope-attention");
  json.member("schema_version", schema_version);
  json.key("tool");
  json.begin_object();
  json.member("name", "attnscope");
  json.member("version", version());
  json.end_object();
  write_facts(json, "model", document.model);
  json.member("layers", document.layers);
  json.member("heads", document.heads);
  json.key("text");
  json.begin_object();
  json.member("index", document.text_index);
  json.member("source", document.text_source);
  json.member("text", document.queries->text);
  if (!document.queries->second_text.empty()) json.member("second_text", document.queries->second_text);
  if (document.keys != nullptr) json.member("key_text", document.keys->text);
  json.end_object();
  write_tokens(json, "tokens", *document.queries);
  if (document.keys != nullptr) write_tokens(json, "key_tokens", *document.keys);
  write_recipe(json, document);
  write_facts(json, "settings", document.settings);
  json.key("maps");
  json.begin_array();
  for (const ExportedMap& map : document.maps) write_map(json, map, style);
  json.end_array();
  json.end_object();
  json.finish();
}

}  // namespace attnscope
