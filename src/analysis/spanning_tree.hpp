// The tree that a matrix of scores holds: directed by Chu–Liu/Edmonds, undirected by Prim.
#pragma once

#include <utility>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

/// The heads of all words in the tree of the largest sum of scores in which every word has one head, there is
/// no circle, and exactly one word hangs on the root (Chu & Liu 1965, Edmonds 1967, McDonald et al. 2005).
/// scores: [words + 1 x words + 1], row the dependent, column the head, last column the root; the diagonal and
/// the last row are not read. A root is -1.
std::vector<Index> maximum_arborescence(ConstDoubleMatrixView scores);

/// The edges of the undirected tree of the largest sum over `nodes`, the smaller node first, sorted. An edge
/// weighs scores(a, b) + scores(b, a).
std::vector<std::pair<Index, Index>> maximum_spanning_tree(ConstDoubleMatrixView scores,
                                                           const std::vector<Index>& nodes);

}  // namespace attnscope
