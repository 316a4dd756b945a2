// Scores that stand for the taps of a kernel around the query.
#include "attention/similarity/taps.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "attention/by_pair.hpp"
#include "core/error.hpp"

namespace attnscope {

std::vector<Setting> tap_settings() {
  return {{.name = "taps",
           .fallback = "7",
           .least = 1,
           .most = 65536,
           .unit = "tokens",
           .meaning = "kernel size"},
          {.name = "left",
           .fallback = "3",
           .most = 65535,
           .unit = "tokens",
           .meaning = "taps before the query; all but one of them make it causal"}};
}

TapSettings read_tap_settings(const Settings& settings) {
  const TapSettings read{.taps = settings.integer("taps"), .left = settings.integer("left")};
  if (read.left < read.taps) return read;
  throw Error(Error::Kind::usage, "setting 'left': expected less than taps=" + std::to_string(read.taps) +
                                      ", found " + std::to_string(read.left));
}

DoubleMatrix log_softmax_rows(DoubleMatrix rows) {
  for (Index row = 0; row < rows.rows(); ++row) {
    const std::span<double> scores = rows.row(row);
    const double most = *std::max_element(scores.begin(), scores.end());
    double sum = 0.0;
    for (const double score : scores) sum += std::exp(score - most);
    for (double& score : scores) score -= most + std::log(sum);
  }
  return rows;
}

std::unique_ptr<const Term> taps_term(DoubleMatrix logs, Index left) {
  return term_by_pair([logs = std::move(logs), left](Index query, Index key) {
    const Index tap = key - query + left;
    if (tap < 0 || tap >= logs.cols()) return -10000.0;
    return logs(logs.rows() == 1 ? 0 : query, tap);
  });
}

}  // namespace attnscope
