#include "analysis/coreference_metric.hpp"

#include <map>

#include "analysis/assignment.hpp"

namespace attnscope {
namespace {

double pairs(double mentions) {
  return mentions * (mentions - 1.0) / 2.0;
}

double size_of(const std::vector<Index>& cluster) {
  return static_cast<double>(cluster.size());
}

double mentions_of(const Clustering& clusters) {
  double sum = 0.0;
  for (const auto& cluster : clusters) sum += size_of(cluster);
  return sum;
}

/// How many mentions each pair of clusters shares. [gold x found]
DoubleMatrix overlaps(const Clustering& gold, const Clustering& found) {
  std::map<Index, Index> cluster_of;
  for (std::size_t cluster = 0; cluster < found.size(); ++cluster) {
    for (const Index mention : found[cluster]) cluster_of[mention] = static_cast<Index>(cluster);
  }
  DoubleMatrix shared(static_cast<Index>(gold.size()), static_cast<Index>(found.size()));
  for (std::size_t cluster = 0; cluster < gold.size(); ++cluster) {
    for (const Index mention : gold[cluster]) {
      const auto there = cluster_of.find(mention);
      if (there != cluster_of.end()) shared(static_cast<Index>(cluster), there->second) += 1.0;
    }
  }
  return shared;
}

DoubleMatrix transposed(const DoubleMatrix& matrix) {
  DoubleMatrix result(matrix.cols(), matrix.rows());
  for (Index row = 0; row < matrix.rows(); ++row) {
    for (Index col = 0; col < matrix.cols(); ++col) result(col, row) = matrix(row, col);
  }
  return result;
}

/// Part and whole of one side's share.
struct Share {
  double part = 0.0;
  double whole = 0.0;
};

/// A cluster falls into the parts that the other side cuts it into; mentions that it lacks are parts of their own.
Share muc_share(const Clustering& clusters, const DoubleMatrix& shared) {
  Share share;
  for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster) {
    double missing = size_of(clusters[cluster]);
    double parts = 0.0;
    for (Index other = 0; other < shared.cols(); ++other) {
      const double common = shared(static_cast<Index>(cluster), other);
      missing -= common;
      if (common > 0.0) parts += 1.0;
    }
    share.part += size_of(clusters[cluster]) - parts - missing;
    share.whole += size_of(clusters[cluster]) - 1.0;
  }
  return share;
}

Share b_cubed_share(const Clustering& clusters, const DoubleMatrix& shared) {
  Share share;
  for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster) {
    for (Index other = 0; other < shared.cols(); ++other) {
      const double common = shared(static_cast<Index>(cluster), other);
      share.part += common * common / size_of(clusters[cluster]);
    }
    share.whole += size_of(clusters[cluster]);
  }
  return share;
}

/// A cluster of one mention has one link, to itself, and only another such cluster resolves it.
Share lea_share(const Clustering& clusters, const Clustering& others, const DoubleMatrix& shared) {
  Share share;
  for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster) {
    const double size = size_of(clusters[cluster]);
    double resolved = 0.0;
    for (Index other = 0; other < shared.cols(); ++other) {
      const double common = shared(static_cast<Index>(cluster), other);
      const bool are_single = clusters[cluster].size() == 1 && others[static_cast<std::size_t>(other)].size() == 1;
      resolved += clusters[cluster].size() > 1 ? pairs(common) / pairs(size) : (are_single ? common : 0.0);
    }
    share.part += size * resolved;
    share.whole += size;
  }
  return share;
}

MetricSum joined(const Share& recall, const Share& precision) {
  return {recall.part, recall.whole, precision.part, precision.whole};
}

void add_ceaf(const Clustering& gold, const Clustering& found, const DoubleMatrix& shared, ClusterCounts& counts) {
  DoubleMatrix similarity(shared.rows(), shared.cols());
  for (Index row = 0; row < shared.rows(); ++row) {
    for (Index col = 0; col < shared.cols(); ++col) {
      similarity(row, col) = 2.0 * shared(row, col) / (size_of(gold[static_cast<std::size_t>(row)]) +
                                                       size_of(found[static_cast<std::size_t>(col)]));
    }
  }
  const double by_mentions = best_assignment(shared);
  const double by_entities = best_assignment(similarity);
  counts.ceaf_mentions = {by_mentions, mentions_of(gold), by_mentions, mentions_of(found)};
  counts.ceaf_entities = {by_entities, static_cast<double>(gold.size()), by_entities,
                          static_cast<double>(found.size())};
}

void add_blanc(const Clustering& gold, const Clustering& found, const DoubleMatrix& shared, ClusterCounts& counts) {
  double common = 0.0;         // mentions of both sides
  double both = 0.0;           // pairs joined on both sides
  double gold_common = 0.0;    // pairs of common mentions that the gold side joins
  double found_common = 0.0;
  std::vector<double> columns(found.size(), 0.0);
  for (Index row = 0; row < shared.rows(); ++row) {
    double row_sum = 0.0;
    for (Index col = 0; col < shared.cols(); ++col) {
      row_sum += shared(row, col);
      columns[static_cast<std::size_t>(col)] += shared(row, col);
      both += pairs(shared(row, col));
    }
    common += row_sum;
    gold_common += pairs(row_sum);
  }
  for (const double column : columns) found_common += pairs(column);
  double gold_joined = 0.0;
  double found_joined = 0.0;
  for (const auto& cluster : gold) gold_joined += pairs(size_of(cluster));
  for (const auto& cluster : found) found_joined += pairs(size_of(cluster));
  const double gold_pairs = pairs(mentions_of(gold));
  const double found_pairs = pairs(mentions_of(found));
  const double both_apart = pairs(common) - gold_common - found_common + both;
  counts.joined = {both, gold_joined, both, found_joined};
  counts.apart = {both_apart, gold_pairs - gold_joined, both_apart, found_pairs - found_joined};
  counts.is_one_mention = gold_pairs + found_pairs == 0.0;
  counts.common_mentions = static_cast<Index>(common);
}

}  // namespace

MetricSum& MetricSum::operator+=(const MetricSum& other) {
  recall_part += other.recall_part;
  recall_whole += other.recall_whole;
  precision_part += other.precision_part;
  precision_whole += other.precision_whole;
  return *this;
}

ClusterCounts& ClusterCounts::operator+=(const ClusterCounts& other) {
  muc += other.muc;
  b_cubed += other.b_cubed;
  ceaf_mentions += other.ceaf_mentions;
  ceaf_entities += other.ceaf_entities;
  joined += other.joined;
  apart += other.apart;
  lea += other.lea;
  is_one_mention = is_one_mention && other.is_one_mention;
  common_mentions += other.common_mentions;
  return *this;
}

ClusterCounts compare_clusters(const Clustering& gold, const Clustering& found) {
  const DoubleMatrix shared = overlaps(gold, found);
  const DoubleMatrix turned = transposed(shared);
  ClusterCounts counts;
  counts.muc = joined(muc_share(gold, shared), muc_share(found, turned));
  counts.b_cubed = joined(b_cubed_share(gold, shared), b_cubed_share(found, turned));
  counts.lea = joined(lea_share(gold, found, shared), lea_share(found, gold, turned));
  add_ceaf(gold, found, shared, counts);
  add_blanc(gold, found, shared, counts);
  return counts;
}

MetricValue value_of(const MetricSum& sum) {
  MetricValue value;
  if (sum.recall_whole > 0.0) value.recall = sum.recall_part / sum.recall_whole;
  if (sum.precision_whole > 0.0) value.precision = sum.precision_part / sum.precision_whole;
  const double both = value.recall + value.precision;
  if (both > 0.0) value.f1 = 2.0 * value.recall * value.precision / both;
  return value;
}

MetricValue blanc_of(const ClusterCounts& counts) {
  if (counts.is_one_mention) {
    const double same = counts.common_mentions > 0 ? 1.0 : 0.0;
    return {same, same, same};
  }
  const MetricValue together = value_of(counts.joined);
  const MetricValue apart = value_of(counts.apart);
  if (counts.joined.recall_whole == 0.0) return apart;
  if (counts.apart.recall_whole == 0.0) return together;
  return {(together.recall + apart.recall) / 2.0, (together.precision + apart.precision) / 2.0,
          (together.f1 + apart.f1) / 2.0};
}

std::vector<std::pair<std::string_view, MetricValue>> all_metrics(const ClusterCounts& counts) {
  return {{"MUC", value_of(counts.muc)},
          {"B³", value_of(counts.b_cubed)},
          {"CEAF-m", value_of(counts.ceaf_mentions)},
          {"CEAF-e", value_of(counts.ceaf_entities)},
          {"BLANC", blanc_of(counts)},
          {"LEA", value_of(counts.lea)}};
}

}  // namespace attnscope
