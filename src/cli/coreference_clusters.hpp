// Clusters made by linking each mention to its best antecedent, compared with gold.
#pragma once

#include "analysis/coreference_metric.hpp"
#include "cli/coreference_windows.hpp"

namespace attnscope::cli {

/// Each mention is linked to the earlier mention that it attends to most, unless the root token or a threshold
/// has more. word_map: [words + 1 x words + 1], root last. Clusters of one mention are dropped on both sides,
/// as in CoNLL-2012; so mentions are given and only links are found.
ClusterCounts compare_linked_clusters(const CoreferenceWindow& window, const DoubleMatrix& word_map, double threshold);

}  // namespace attnscope::cli
