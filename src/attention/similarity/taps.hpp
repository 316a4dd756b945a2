// Convolutions as similarities: scores that stand for the taps of a kernel around the query.
#pragma once

#include <memory>
#include <vector>

#include "attention/stages.hpp"

namespace attnscope {

/// Tap t of query i falls on key i - left + t.
struct TapSettings {
  Index taps = 7;
  Index left = 3;  ///< tokens; taps - 1 for a causal kernel
};

/// "taps" and "left", as every convolution declares them.
std::vector<Setting> tap_settings();
/// Throws: Error(usage) when left is not smaller than taps.
TapSettings read_tap_settings(const Settings& settings);

/// The logarithm of each row's softmax.
DoubleMatrix log_softmax_rows(DoubleMatrix rows);

/// logs: a row of taps for each query, or one row for all [queries or 1 x taps]. Pairs that no tap reaches
/// score -10000: finite, and a weight of zero in double.
std::unique_ptr<const Term> taps_term(DoubleMatrix logs, Index left);

}  // namespace attnscope
