#include "cli/coreference_clusters.hpp"

#include <algorithm>
#include <map>

namespace attnscope::cli {
namespace {

/// The clusters of more than one mention, mentions by their place in the window.
Clustering without_singletons(const std::vector<Index>& cluster_of) {
  std::map<Index, std::vector<Index>> members;
  for (std::size_t mention = 0; mention < cluster_of.size(); ++mention) {
    members[cluster_of[mention]].push_back(static_cast<Index>(mention));
  }
  Clustering clusters;
  for (const auto& [cluster, mentions] : members) {
    if (mentions.size() > 1) clusters.push_back(mentions);
  }
  return clusters;
}

}  // namespace

ClusterCounts compare_linked_clusters(const CoreferenceWindow& window, const DoubleMatrix& word_map, double threshold) {
  const Index root = word_map.cols() - 1;
  std::vector<Index> gold;
  std::vector<Index> found;
  for (const WindowMention& mention : window.mentions) {
    double most = std::max(threshold, word_map(mention.word, root));
    auto cluster = static_cast<Index>(found.size());
    for (std::size_t place = 0; place < found.size(); ++place) {
      const double weight = word_map(mention.word, window.mentions[place].word);
      if (weight <= most) continue;
      most = weight;
      cluster = found[place];
    }
    gold.push_back(mention.cluster);
    found.push_back(cluster);
  }
  return compare_clusters(without_singletons(gold), without_singletons(found));
}

}  // namespace attnscope::cli
