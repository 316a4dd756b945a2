// The choices that nobody beats in both cost and loss.
#pragma once

#include <span>
#include <vector>

namespace attnscope {

struct CostAndLoss {
  double cost = 0.0;
  double loss = 0.0;
};

/// True for each point that no other matches at less cost with at most its loss, or at most its cost with
/// less loss; of equal points the first. A point whose loss is not finite is never on the frontier. (Pareto
/// 1896)
std::vector<bool> frontier_of(std::span<const CostAndLoss> points);

}  // namespace attnscope
