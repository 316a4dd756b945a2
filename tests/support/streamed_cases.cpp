#include "support/streamed_cases.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnscope {
namespace {

constexpr float excluded = -std::numeric_limits<float>::infinity();

StreamedCase make_case(const std::string& name, Index queries, Index keys, Index head_size,
                       StreamOptions options) {
  options.scale = head_size > 100 ? 0.06f : 0.3f;
  return {name, AwkwardMatrix(queries, head_size, 21, 2.0), AwkwardMatrix(keys, head_size, 22, 2.0), options};
}

KeyRange band(Index query, Index keys) {
  return {std::clamp<Index>(query - 20, 0, keys), std::clamp<Index>(query + 31, 0, keys)};
}

bool is_global_or_near(Index query, Index key) {
  return key < 3 || std::abs(query - key) <= 10;
}

}  // namespace

std::vector<StreamedCase> streamed_cases() {
  std::vector<StreamedCase> cases;
  for (const Index size : {1, 7, 24, 48, 49, 96, 131}) {
    cases.push_back(make_case("full " + std::to_string(size), size, 151 - size, 32, {}));
  }
  cases.push_back(make_case("wide heads", 50, 60, 300, {}));
  cases.push_back(make_case("causal", 131, 131, 16, {.visible = [](Index query) {
                              return KeyRange{0, query + 1};
                            }}));
  cases.push_back(make_case("band", 131, 100, 16, {.visible = [](Index query) { return band(query, 100); }}));
  cases.push_back(make_case("blind queries", 60, 60, 8, {.visible = [](Index query) {
                              return query % 3 == 0 ? KeyRange{5, 5} : KeyRange{query, 60};
                            }}));
  const auto hide_far = [](Index first_query, Index first_key, MatrixView scores) {
    for (Index row = 0; row < scores.rows; ++row) {
      for (Index col = 0; col < scores.cols; ++col) {
        if (!is_global_or_near(first_query + col, first_key + row)) scores(row, col) = excluded;
      }
    }
  };
  const auto global_and_near = [](Index first_query, Index queries) {
    const Index near = std::max<Index>(3, first_query - 10);
    return std::vector<KeyRange>{{0, 3},
                                 {near, std::max(near, std::min<Index>(131, first_query + queries + 10))}};
  };
  cases.push_back(
      make_case("global and near", 131, 131, 16, {.visited = global_and_near, .adjust = hide_far}));
  const auto prior = [](Index first_query, Index first_key, MatrixView scores) {
    for (Index row = 0; row < scores.rows; ++row) {
      for (Index col = 0; col < scores.cols; ++col) {
        scores(row, col) -= 0.1f * static_cast<float>(std::abs(first_query + col - first_key - row));
      }
    }
  };
  cases.push_back(make_case("causal with a prior", 90, 90, 16,
                            {.visible =
                                 [](Index query) {
                                   return KeyRange{0, query + 1};
                                 },
                             .adjust = prior}));
  return cases;
}

Matrix allowed_pairs(const StreamedCase& streamed) {
  const Index queries = streamed.q.view().rows;
  const Index keys = streamed.k.view().rows;
  Matrix allowed(queries, keys);
  for (Index query = 0; query < queries; ++query) {
    const KeyRange range = streamed.options.visible ? streamed.options.visible(query) : KeyRange{0, keys};
    for (Index key = range.first; key < range.last; ++key) {
      allowed(query, key) = !streamed.options.visited || is_global_or_near(query, key) ? 1.0f : 0.0f;
    }
  }
  return allowed;
}

DoubleMatrix weights_in_double(const StreamedCase& streamed) {
  const Matrix allowed = allowed_pairs(streamed);
  const bool has_prior = streamed.options.adjust && !streamed.options.visited;
  DoubleMatrix weights(allowed.rows(), allowed.cols());
  for (Index query = 0; query < weights.rows(); ++query) {
    double sum = 0.0;
    for (Index key = 0; key < weights.cols(); ++key) {
      if (allowed(query, key) == 0.0f) continue;
      double score = 0.0;
      for (Index i = 0; i < streamed.q.view().cols; ++i) {
        score += static_cast<double>(streamed.q(query, i)) * static_cast<double>(streamed.k(key, i));
      }
      score *= static_cast<double>(streamed.options.scale);
      if (has_prior) score -= 0.1 * static_cast<double>(std::abs(query - key));
      // Scores of these cases stay far below the 700 where exp would overflow.
      weights(query, key) = std::exp(score);
      sum += weights(query, key);
    }
    for (double& weight : weights.row(query)) weight = sum > 0.0 ? weight / sum : 0.0;
  }
  return weights;
}

}  // namespace attnscope
