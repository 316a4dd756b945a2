#include "analysis/shape.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace attnscope {
namespace {

constexpr Index widest_offset = 4;
constexpr double half = 0.5;         // most of the weight
constexpr double broad_share = 0.8;  // of the entropy of a row without any preference

struct Sums {
  std::vector<double> offsets = std::vector<double>(2 * widest_offset + 1);
  std::vector<double> keys;
  double special = 0.0;
  double top = 0.0;
  double entropy = 0.0;
  Index rows = 0;
};

void add_row(Sums& sums, std::span<const float> row, Index query, const std::vector<Token>& tokens) {
  double top = 0.0;
  for (Index key = 0; key < static_cast<Index>(row.size()); ++key) {
    const double weight = static_cast<double>(row[static_cast<std::size_t>(key)]);
    const bool is_special = tokens[static_cast<std::size_t>(key)].special;
    if (weight > 0.0) sums.entropy -= weight * std::log(weight);
    if (std::abs(key - query) <= widest_offset) {
      sums.offsets[static_cast<std::size_t>(key - query + widest_offset)] += weight;
    }
    sums.keys[static_cast<std::size_t>(key)] += weight;
    if (is_special) sums.special += weight;
    if (!is_special) top = std::max(top, weight);
  }
  sums.top += top;
  ++sums.rows;
}

ShapeKind kind_of(const Shape& shape) {
  if (shape.offset_mass > half) return ShapeKind::diagonal;
  if (shape.sink_mass > half) return ShapeKind::sink;
  if (shape.entropy_share > broad_share) return ShapeKind::broad;
  if (shape.top_weight > half) return ShapeKind::links;
  return ShapeKind::mixed;
}

std::string two_decimals(double number) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, number, std::chars_format::fixed, 2).ptr;
  return {digits, end};
}

std::string offset_name(Index offset) {
  if (offset == 0) return "the token itself";
  if (offset == -1) return "previous token";
  if (offset == 1) return "next token";
  return "token " + std::to_string(std::abs(offset)) + (offset < 0 ? " before" : " after");
}

}  // namespace

std::string_view name_of(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::diagonal:
      return "diagonal";
    case ShapeKind::sink:
      return "sink";
    case ShapeKind::links:
      return "links";
    case ShapeKind::broad:
      return "broad";
    case ShapeKind::mixed:
      return "mixed";
  }
  return "";
}

Shape shape_of(ConstMatrixView weights, const std::vector<Token>& tokens) {
  assert(weights.rows == static_cast<Index>(tokens.size()) && weights.cols == weights.rows);
  Sums sums;
  sums.keys.resize(tokens.size());
  for (Index query = 0; query < weights.rows; ++query) {
    if (!tokens[static_cast<std::size_t>(query)].special) add_row(sums, weights.row(query), query, tokens);
  }
  Shape shape;
  if (sums.rows == 0) return shape;
  const auto rows = static_cast<double>(sums.rows);
  const auto offset = std::max_element(sums.offsets.begin(), sums.offsets.end());
  const auto sink = std::max_element(sums.keys.begin(), sums.keys.end());
  shape.offset = offset - sums.offsets.begin() - widest_offset;
  shape.offset_mass = *offset / rows;
  shape.sink = sink - sums.keys.begin();
  shape.sink_mass = *sink / rows;
  shape.special_mass = sums.special / rows;
  shape.top_weight = sums.top / rows;
  shape.entropy_share =
      weights.cols > 1 ? sums.entropy / rows / std::log(static_cast<double>(weights.cols)) : 0.0;
  shape.kind = kind_of(shape);
  return shape;
}

std::string describe(const Shape& shape, const std::vector<Token>& tokens) {
  switch (shape.kind) {
    case ShapeKind::diagonal:
      return offset_name(shape.offset) + " " + two_decimals(shape.offset_mass);
    case ShapeKind::sink:
      return "sink on " + tokens[static_cast<std::size_t>(shape.sink)].label + " " +
             two_decimals(shape.sink_mass);
    case ShapeKind::links:
      return "single links, mean " + two_decimals(shape.top_weight);
    case ShapeKind::broad:
      return "broad, entropy " + two_decimals(shape.entropy_share) + " of the largest";
    case ShapeKind::mixed:
      return "mixed";
  }
  return {};
}

}  // namespace attnscope
