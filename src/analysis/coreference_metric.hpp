// Whole clusters compared: MUC, B³, CEAF, BLANC and LEA.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

/// Mentions by number; a mention is in one cluster at most, and the same number is the same mention.
using Clustering = std::vector<std::vector<Index>>;

/// What recall and precision are shares of. Documents are added part by part.
struct MetricSum {
  double recall_part = 0.0;
  double recall_whole = 0.0;
  double precision_part = 0.0;
  double precision_whole = 0.0;
  MetricSum& operator+=(const MetricSum& other);
};

/// The sums of all metrics over some documents.
struct ClusterCounts {
  MetricSum muc;             ///< Vilain et al. 1995: links
  MetricSum b_cubed;         ///< Bagga and Baldwin 1998: mentions, as in the reference scorer
  MetricSum ceaf_mentions;   ///< Luo 2005, similarity φ3
  MetricSum ceaf_entities;   ///< Luo 2005, similarity φ4
  MetricSum joined;          ///< BLANC (Recasens and Hovy 2011, Luo et al. 2014): pairs in one cluster
  MetricSum apart;           ///< pairs in two
  MetricSum lea;             ///< Moosavi and Strube 2016: entities weighed by size, resolved links
  bool is_one_mention = true;       ///< neither side has a pair in any document
  Index common_mentions = 0;
  ClusterCounts& operator+=(const ClusterCounts& other);
};

struct MetricValue {
  double recall = 0.0;
  double precision = 0.0;
  double f1 = 0.0;
};

/// One document. Empty clusters are not allowed.
ClusterCounts compare_clusters(const Clustering& gold, const Clustering& found);

/// 0 where there is nothing to take a share of.
MetricValue value_of(const MetricSum& sum);
/// Means over joined and apart pairs; only one of the two where the gold side has none of the other.
MetricValue blanc_of(const ClusterCounts& counts);

/// "MUC", "B³", "CEAF-m", "CEAF-e", "BLANC", "LEA" and their values.
std::vector<std::pair<std::string_view, MetricValue>> all_metrics(const ClusterCounts& counts);

}  // namespace attnscope
