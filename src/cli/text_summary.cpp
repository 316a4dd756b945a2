#include "cli/text_summary.hpp"

#include <algorithm>
#include <charconv>

#include "cli/map_pictures.hpp"
#include "core/utf8.hpp"

namespace attnscope::cli {
namespace {

std::string two_decimals(double number) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, number, std::chars_format::fixed, 2).ptr};
}

std::string pairs_text(const std::vector<WeightedPair>& pairs, const std::vector<Token>& tokens) {
  std::string text;
  for (const WeightedPair& pair : pairs) {
    constexpr double worth_telling = 0.2;
    if (pair.weight < worth_telling) break;
    text += text.empty() ? "" : ", ";
    text += printable(tokens[static_cast<std::size_t>(pair.query)].label, 20) + " → " +
            printable(tokens[static_cast<std::size_t>(pair.key)].label, 20) + " " + two_decimals(pair.weight);
  }
  return text;
}

std::string line_of(const Terminal& terminal, const SourceInfo& source, const HeadFinding& finding,
                    const std::vector<Token>& tokens) {
  const HeadRole* role = role_of(source, AttentionSite::Kind::self, {finding.layer, finding.head});
  std::string what = role != nullptr ? role->role + (role->note.empty() ? "" : " (taught)")
                                     : describe(finding.shape, tokens);
  const std::string place = std::to_string(finding.layer) + ":" + std::to_string(finding.head);
  std::string line =
      "  " + place + std::string(place.size() < 6 ? 6 - place.size() : 1, ' ') + printable(what, 60);
  const bool names_pairs = role != nullptr || finding.shape.kind == ShapeKind::links ||
                           finding.shape.kind == ShapeKind::mixed || finding.shape.kind == ShapeKind::sink;
  const std::string pairs = names_pairs ? pairs_text(finding.pairs, tokens) : std::string();
  if (!pairs.empty()) line += terminal.grey(": " + pairs);
  return line + "\n";
}

}  // namespace

std::vector<HeadFinding> findings_of(const TextMaps& text) {
  if (text.keys && !text.target) return {};
  std::vector<JudgedMap> maps;
  for (const SourcedMap& sourced : text.maps) {
    const Map& map = sourced.map;
    const bool is_square =
        map.weights.rows() == map.weights.cols() && map.weights.rows() == text.queries.size();
    if (sourced.kind == AttentionSite::Kind::self && map.part == 0 && is_square) {
      maps.push_back({.layer = map.layer, .head = map.head, .weights = map.weights});
    }
  }
  return rank_heads(maps, text.queries.tokens);
}

std::string summary_of(const Terminal& terminal, const SourceInfo& source, const TextMaps& text,
                       const std::vector<HeadFinding>& standouts) {
  std::vector<HeadFinding> by_layer = standouts;
  std::sort(by_layer.begin(), by_layer.end(), [](const HeadFinding& a, const HeadFinding& b) {
    return std::pair(a.layer, a.head) < std::pair(b.layer, b.head);
  });
  std::string lines;
  for (const HeadFinding& finding : by_layer)
    lines += line_of(terminal, source, finding, text.queries.tokens);
  return lines;
}

}  // namespace attnscope::cli
