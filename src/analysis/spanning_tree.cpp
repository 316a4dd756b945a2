#include "analysis/spanning_tree.hpp"

#include <algorithm>
#include <limits>

namespace attnscope {
namespace {

constexpr Index none = -1;

/// The best head of each node but the root, whatever circles that makes.
std::vector<Index> best_heads(const DoubleMatrix& scores, Index root) {
  std::vector<Index> heads(static_cast<std::size_t>(scores.rows()), none);
  for (Index node = 0; node < scores.rows(); ++node) {
    if (node == root) continue;
    Index& best = heads[static_cast<std::size_t>(node)];
    for (Index head = 0; head < scores.cols(); ++head) {
      if (head != node && (best == none || scores(node, head) > scores(node, best))) best = head;
    }
  }
  return heads;
}

/// The nodes of a circle, or none.
std::vector<Index> find_circle(const std::vector<Index>& heads) {
  std::vector<Index> seen_from(heads.size(), none);
  for (std::size_t start = 0; start < heads.size(); ++start) {
    auto node = static_cast<Index>(start);
    while (node != none && seen_from[static_cast<std::size_t>(node)] == none) {
      seen_from[static_cast<std::size_t>(node)] = static_cast<Index>(start);
      node = heads[static_cast<std::size_t>(node)];
    }
    if (node == none || seen_from[static_cast<std::size_t>(node)] != static_cast<Index>(start)) continue;
    std::vector<Index> circle{node};
    for (Index next = heads[static_cast<std::size_t>(node)]; next != node;
         next = heads[static_cast<std::size_t>(next)]) {
      circle.push_back(next);
    }
    return circle;
  }
  return {};
}

/// A graph in which one circle has become one node, the last.
struct Contracted {
  DoubleMatrix scores;
  std::vector<Index> outside;  ///< the old node of each new one but the last
  std::vector<Index> entry;    ///< by new node: the node of the circle that it would become the head of
  std::vector<Index> exit;     ///< by new node: the node of the circle that would become its head
};

Contracted contract(const DoubleMatrix& scores, const std::vector<Index>& heads,
                    const std::vector<Index>& circle) {
  Contracted result;
  for (Index node = 0; node < scores.rows(); ++node) {
    if (std::find(circle.begin(), circle.end(), node) == circle.end()) result.outside.push_back(node);
  }
  const auto merged = static_cast<Index>(result.outside.size());
  result.scores = DoubleMatrix(merged + 1, merged + 1);
  for (Index one = 0; one < merged; ++one) {
    const Index node = result.outside[static_cast<std::size_t>(one)];
    for (Index two = 0; two < merged; ++two) {
      result.scores(one, two) = scores(node, result.outside[static_cast<std::size_t>(two)]);
    }
    Index entry = circle.front();
    Index exit = circle.front();
    const auto gain = [&](Index member) {
      return scores(member, node) - scores(member, heads[static_cast<std::size_t>(member)]);
    };
    for (const Index member : circle) {
      if (gain(member) > gain(entry)) entry = member;
      if (scores(node, member) > scores(node, exit)) exit = member;
    }
    result.scores(merged, one) = gain(entry);
    result.scores(one, merged) = scores(node, exit);
    result.entry.push_back(entry);
    result.exit.push_back(exit);
  }
  return result;
}

std::vector<Index> solve(const DoubleMatrix& scores, Index root) {
  std::vector<Index> heads = best_heads(scores, root);
  const std::vector<Index> circle = find_circle(heads);
  if (circle.empty()) return heads;
  const Contracted small = contract(scores, heads, circle);
  const auto found_root = std::find(small.outside.begin(), small.outside.end(), root);
  const std::vector<Index> inner = solve(small.scores, found_root - small.outside.begin());
  const auto merged = static_cast<Index>(small.outside.size());
  for (std::size_t place = 0; place < small.outside.size(); ++place) {
    const Index head = inner[place];
    if (head == none) continue;
    heads[static_cast<std::size_t>(small.outside[place])] =
        head == merged ? small.exit[place] : small.outside[static_cast<std::size_t>(head)];
  }
  const auto into = static_cast<std::size_t>(inner[static_cast<std::size_t>(merged)]);
  heads[static_cast<std::size_t>(small.entry[into])] = small.outside[into];
  return heads;
}

}  // namespace

std::vector<Index> maximum_arborescence(ConstDoubleMatrixView scores) {
  const Index root = scores.rows - 1;
  DoubleMatrix work{scores};
  double low = 0.0;
  double high = 0.0;
  for (const double number : work.numbers()) {
    low = std::min(low, number);
    high = std::max(high, number);
  }
  // A second word on the root would cost more than any choice of the other heads can gain.
  const double penalty = (high - low + 1.0) * static_cast<double>(scores.rows + 1);
  for (Index node = 0; node < root; ++node) work(node, root) -= penalty;
  std::vector<Index> heads = solve(work, root);
  heads.pop_back();
  for (Index& head : heads) {
    if (head == root) head = none;
  }
  return heads;
}

std::vector<std::pair<Index, Index>> maximum_spanning_tree(ConstDoubleMatrixView scores,
                                                           const std::vector<Index>& nodes) {
  std::vector<std::pair<Index, Index>> edges;
  if (nodes.empty()) return edges;
  std::vector<Index> nearest(nodes.size(), nodes.front());
  std::vector<char> is_in(nodes.size(), 0);
  is_in.front() = 1;
  const auto weight = [&](std::size_t place) {
    return scores(nodes[place], nearest[place]) + scores(nearest[place], nodes[place]);
  };
  for (std::size_t step = 1; step < nodes.size(); ++step) {
    std::size_t best = nodes.size();
    for (std::size_t place = 0; place < nodes.size(); ++place) {
      if (is_in[place] == 0 && (best == nodes.size() || weight(place) > weight(best))) best = place;
    }
    is_in[best] = 1;
    edges.push_back(std::minmax(nodes[best], nearest[best]));
    for (std::size_t place = 0; place < nodes.size(); ++place) {
      const double through = scores(nodes[place], nodes[best]) + scores(nodes[best], nodes[place]);
      if (is_in[place] == 0 && through > weight(place)) nearest[place] = nodes[best];
    }
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

}  // namespace attnscope
