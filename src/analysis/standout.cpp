#include "analysis/standout.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace attnscope {
namespace {

bool continues_word(const std::vector<Token>& tokens, Index token) {
  if (token == 0) return false;
  const auto place = static_cast<std::size_t>(token);
  return tokens[place].word >= 0 && tokens[place].word == tokens[place - 1].word;
}

/// Links between words say most about the text; a sink says least, however clear it is.
double score_of(const Shape& shape) {
  switch (shape.kind) {
    case ShapeKind::links:
      return 0.6 + 0.4 * shape.top_weight * (1.0 - shape.sink_mass);
    case ShapeKind::diagonal:
      return 0.3 + 0.3 * shape.offset_mass;
    case ShapeKind::mixed:
      return 0.3 * shape.top_weight;
    case ShapeKind::broad:
      return 0.1 * shape.entropy_share;
    case ShapeKind::sink:
      return 0.3 * shape.top_weight * (1.0 - shape.sink_mass) + 0.05 * shape.sink_mass;
  }
  return 0.0;
}

}  // namespace

std::vector<WeightedPair> strongest_pairs(ConstMatrixView weights, const std::vector<Token>& tokens,
                                          Index most) {
  std::vector<WeightedPair> best;
  for (Index query = 0; query < weights.rows; ++query) {
    const Token& from = tokens[static_cast<std::size_t>(query)];
    if (from.special || continues_word(tokens, query)) continue;
    WeightedPair strongest{.query = query, .key = -1};
    for (Index key = 0; key < weights.cols; ++key) {
      const Token& to = tokens[static_cast<std::size_t>(key)];
      const double weight = static_cast<double>(weights(query, key));
      const bool is_same_word = to.word >= 0 && to.word == from.word;
      if (to.special || is_same_word || weight <= strongest.weight) continue;
      strongest.key = key;
      strongest.weight = weight;
    }
    if (strongest.key >= 0) best.push_back(strongest);
  }
  std::stable_sort(best.begin(), best.end(),
                   [](const WeightedPair& a, const WeightedPair& b) { return a.weight > b.weight; });
  if (static_cast<Index>(best.size()) > most) best.resize(static_cast<std::size_t>(most));
  return best;
}

std::vector<HeadFinding> rank_heads(std::span<const JudgedMap> maps, const std::vector<Token>& tokens) {
  constexpr Index pairs_shown = 3;
  std::vector<HeadFinding> findings;
  for (const JudgedMap& map : maps) {
    HeadFinding finding{.layer = map.layer, .head = map.head, .shape = shape_of(map.weights, tokens)};
    finding.score = score_of(finding.shape);
    finding.pairs = strongest_pairs(map.weights, tokens, pairs_shown);
    findings.push_back(std::move(finding));
  }
  std::stable_sort(findings.begin(), findings.end(),
                   [](const HeadFinding& a, const HeadFinding& b) { return a.score > b.score; });
  return findings;
}

std::vector<HeadFinding> choose_standouts(const std::vector<HeadFinding>& ranked, Index most) {
  std::vector<HeadFinding> chosen;
  std::set<std::pair<Index, Index>> taken;
  std::set<std::tuple<ShapeKind, Index, Index>> seen;
  const auto take = [&](const HeadFinding& finding) {
    if (static_cast<Index>(chosen.size()) < most && taken.insert({finding.layer, finding.head}).second) {
      chosen.push_back(finding);
    }
  };
  for (const HeadFinding& finding : ranked) {
    const bool is_diagonal = finding.shape.kind == ShapeKind::diagonal;
    const bool is_sink = finding.shape.kind == ShapeKind::sink;
    const Index offset = is_diagonal ? finding.shape.offset : 0;
    const Index sink = is_sink ? finding.shape.sink : 0;
    if (seen.insert({finding.shape.kind, offset, sink}).second) take(finding);
  }
  for (const HeadFinding& finding : ranked) take(finding);
  std::stable_sort(chosen.begin(), chosen.end(),
                   [](const HeadFinding& a, const HeadFinding& b) { return a.score > b.score; });
  return chosen;
}

}  // namespace attnscope
