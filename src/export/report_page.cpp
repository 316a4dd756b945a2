#include "export/report_page.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>

#include "attention/pooled.hpp"
#include "core/base64.hpp"
#include "core/build_info.hpp"
#include "core/colour_table.hpp"
#include "core/sha256.hpp"
#include "core/utf8.hpp"
#include "export/page_parts.hpp"
#include "text/unicode.hpp"

namespace attnscope {
namespace {

constexpr double most_code = 65533.0;
constexpr std::uint16_t not_finite = 65534;
constexpr std::uint16_t excluded = 65535;

std::string source_expression(std::string_view content) {
  return "'sha256-" + encode_base64(sha256(content)) + "'";
}

std::string policy() {
  const PageParts& parts = page_parts();
  return "default-src 'none'; script-src " + source_expression(parts.script) + "; style-src " +
         source_expression(parts.style) + "; img-src data:; base-uri 'none'; form-action 'none'";
}

/// Requires: the marker stands in the text once.
void fill(std::string& text, std::string_view marker, std::string_view content) {
  const std::size_t place = text.find(marker);
  assert(place != std::string::npos);
  text.replace(place, marker.size(), content);
}

std::string hex_of(std::string_view colour_map) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto map = Registry<ColourMap>::instance().make(colour_map);
  std::string hex;
  for (const Colour& colour : map->colours()) {
    for (const unsigned channel : {unsigned{colour.red}, unsigned{colour.green}, unsigned{colour.blue}}) {
      hex += digits[channel / 16];
      hex += digits[channel % 16];
    }
  }
  return hex;
}

bool is_all_punctuation(std::string_view label) {
  for (std::size_t place = 0; place < label.size();) {
    const char32_t point = next_code_point(label, place);
    constexpr char32_t space_sign = U'·';
    if (point != space_sign && !is_punctuation(point)) return false;
  }
  return !label.empty();
}

std::string_view kind_of(const std::vector<Token>& tokens, std::size_t place) {
  const Token& token = tokens[place];
  if (token.special) return "special";
  if (find_invalid_utf8(token.label) == std::string_view::npos && is_all_punctuation(token.label)) {
    return "punctuation";
  }
  const bool continues = place > 0 && token.word >= 0 && tokens[place - 1].word == token.word;
  return continues ? "piece" : "word";
}

void write_tokens(JsonWriter& json, const TokenizedText& text) {
  std::vector<Index> words;
  json.begin_object();
  json.key("labels");
  json.begin_array();
  for (const Token& token : text.tokens) json.value(token.label);
  json.end_array();
  json.key("kinds");
  json.begin_array();
  for (std::size_t place = 0; place < text.tokens.size(); ++place) json.value(kind_of(text.tokens, place));
  json.end_array();
  for (const Token& token : text.tokens) words.push_back(token.word);
  json.key("words");
  json.row(words);
  json.end_object();
}

void write_facts(JsonWriter& json, std::string_view name, const Facts& facts) {
  json.key(name);
  json.begin_array();
  for (const auto& [key, value] : facts) {
    json.begin_array();
    json.value(key);
    json.value(value);
    json.end_array();
  }
  json.end_array();
}

void write_map(JsonWriter& json, const PageMap& map, Index queries, Index keys) {
  const PackedMap packed = pack_map(*map.map, map.most_cells);
  json.begin_object();
  json.member("layer", map.map->layer);
  json.member("head", map.map->head);
  json.member("part", map.map->part);
  json.member("kind", map.kind);
  json.member("class", name_of(map.map->map_class));
  json.member("queries", queries);
  json.member("keys", keys);
  json.member("role", map.role);
  json.member("note", map.note);
  json.member("shape", map.shape);
  json.member("finding", map.finding);
  json.member("stands_out", map.stands_out);
  json.member("rows", packed.rows);
  json.member("cols", packed.cols);
  json.member("least", packed.least);
  json.member("most", packed.most);
  json.member("weights", encode_base64(packed.bytes));
  json.end_object();
}

/// The token lists that the maps of a text point to, each once.
std::vector<const TokenizedText*> token_lists(const PageText& text) {
  std::vector<const TokenizedText*> lists;
  for (const PageMap& map : text.maps) {
    for (const TokenizedText* list : {map.queries, map.keys}) {
      if (std::find(lists.begin(), lists.end(), list) == lists.end()) lists.push_back(list);
    }
  }
  return lists;
}

}  // namespace

PackedMap pack_map(const Map& map, Index most_cells) {
  PackedMap packed{.rows = std::min(map.weights.rows(), most_cells),
                   .cols = std::min(map.weights.cols(), most_cells),
                   .bytes = {}};
  const bool is_pooled = packed.rows < map.weights.rows() || packed.cols < map.weights.cols();
  Matrix means;
  Matrix allowed;
  if (is_pooled) {
    PooledMap pooled = pool_weights(map.weights, map.hidden.view(), {packed.rows, packed.cols});
    means = pooled.mean();
    allowed = std::move(pooled.allowed);
  }
  const std::span<const float> weights = is_pooled ? means.numbers() : map.weights.numbers();
  const std::span<const std::uint8_t> hidden = map.hidden.numbers();
  const auto is_excluded = [&](std::size_t place) {
    return is_pooled ? allowed.numbers()[place] == 0.0F : !hidden.empty() && hidden[place] != 0;
  };
  for (const float weight : weights) {
    if (!std::isfinite(weight)) continue;
    packed.least = std::min(packed.least, static_cast<double>(weight));
    packed.most = std::max(packed.most, static_cast<double>(weight));
  }
  const double range = packed.most - packed.least;
  const double scale = range > 0.0 ? most_code / range : 0.0;
  packed.bytes.resize(weights.size() * 2);
  for (std::size_t place = 0; place < weights.size(); ++place) {
    unsigned code = excluded;
    if (!is_excluded(place)) {
      code = std::isfinite(weights[place])
                 ? static_cast<unsigned>((static_cast<double>(weights[place]) - packed.least) * scale + 0.5)
                 : not_finite;
    }
    packed.bytes[2 * place] = static_cast<std::uint8_t>(code & 0xFFU);
    packed.bytes[2 * place + 1] = static_cast<std::uint8_t>(code >> 8U);
  }
  return packed;
}

Index packed_size(Index rows, Index cols) {
  return (rows * cols * 2 + 2) / 3 * 4;
}

ReportPage::ReportPage(const PageColourMaps& colours, JsonWriter::Sink sink)
    : sink_(std::move(sink)), json_(sink_) {
  const PageParts& parts = page_parts();
  std::string document(parts.document);
  fill(document, "{{policy}}", policy());
  fill(document, "{{style}}", parts.style);
  fill(document, "{{script}}", parts.script);
  constexpr std::string_view data_marker = "{{data}}";
  const std::size_t data = document.find(data_marker);
  assert(data != std::string::npos);
  rest_ = document.substr(data + data_marker.size());
  document.resize(data);
  const std::string light = hex_of(colours.light);
  const std::string dark = hex_of(colours.dark);
  const std::string signed_light = hex_of(colours.signed_light);
  const std::string signed_dark = hex_of(colours.signed_dark);
  sink_(document);
  json_.begin_object();
  json_.member("version", version());
  json_.key("colours");
  json_.begin_object();
  json_.member("light", light);
  json_.member("dark", dark);
  json_.member("signed_light", signed_light);
  json_.member("signed_dark", signed_dark);
  json_.end_object();
  json_.key("texts");
  json_.begin_array();
}

void ReportPage::add(const PageText& text) {
  const std::vector<const TokenizedText*> lists = token_lists(text);
  json_.begin_object();
  json_.member("name", text.name);
  write_facts(json_, "model", text.model);
  write_facts(json_, "recipe", text.recipe);
  json_.member("source", text.source);
  json_.member("text", text.text);
  json_.member("layers", text.layers);
  json_.member("heads", text.heads);
  json_.member("has_layers", text.has_layers);
  json_.key("tokens");
  json_.begin_array();
  for (const TokenizedText* list : lists) write_tokens(json_, *list);
  json_.end_array();
  json_.key("maps");
  json_.begin_array();
  for (const PageMap& map : text.maps) {
    const auto place_of = [&](const TokenizedText* list) {
      return std::find(lists.begin(), lists.end(), list) - lists.begin();
    };
    write_map(json_, map, place_of(map.queries), place_of(map.keys));
  }
  json_.end_array();
  json_.end_object();
}

void ReportPage::finish() {
  json_.end_array();
  json_.end_object();
  json_.finish();
  sink_(rest_);
}

}  // namespace attnscope
