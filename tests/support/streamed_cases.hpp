// Queries, keys and patterns that the tests of streamed and pooled attention share, and their explicit map in
// double.
#pragma once

#include <string>
#include <vector>

#include "attention/kernels/kernel_cases.hpp"
#include "attention/streamed.hpp"

namespace attnscope {

struct StreamedCase {
  std::string name;
  AwkwardMatrix q;
  AwkwardMatrix k;
  StreamOptions options;
};

/// No pattern, causal, band, gaps between the visited keys, a prior with hidden pairs, queries that see
/// nothing; sizes around the edges of the kernels' lanes and tiles.
std::vector<StreamedCase> streamed_cases();

/// The explicit map. [queries x keys]
DoubleMatrix weights_in_double(const StreamedCase& streamed);

/// Pairs that may meet, 0 or 1. [queries x keys]
Matrix allowed_pairs(const StreamedCase& streamed);

}  // namespace attnscope
