// Shortest augmenting paths over potentials: costs are negated similarities, and the smaller side is paired whole.
#include "analysis/assignment.hpp"

#include <limits>
#include <vector>

namespace attnscope {

double best_assignment(ConstDoubleMatrixView similarities) {
  if (similarities.empty()) return 0.0;
  const bool is_turned = similarities.rows > similarities.cols;
  const Index rows = is_turned ? similarities.cols : similarities.rows;
  const Index cols = is_turned ? similarities.rows : similarities.cols;
  const auto cost = [&](Index row, Index col) { return is_turned ? -similarities(col, row) : -similarities(row, col); };
  const auto size = static_cast<std::size_t>(cols + 1);
  std::vector<double> row_potential(static_cast<std::size_t>(rows + 1), 0.0);
  std::vector<double> col_potential(size, 0.0);
  // Rows and columns count from 1; column 0 stands for the row that is being placed.
  std::vector<Index> row_of(size, 0);
  for (Index row = 1; row <= rows; ++row) {
    std::vector<double> slack(size, std::numeric_limits<double>::infinity());
    std::vector<Index> way(size, 0);
    std::vector<char> is_used(size, 0);
    row_of[0] = row;
    Index col = 0;
    do {
      is_used[static_cast<std::size_t>(col)] = 1;
      const Index at = row_of[static_cast<std::size_t>(col)];
      double least = std::numeric_limits<double>::infinity();
      Index next = 0;
      for (Index other = 1; other <= cols; ++other) {
        const auto place = static_cast<std::size_t>(other);
        if (is_used[place] != 0) continue;
        const double reduced =
            cost(at - 1, other - 1) - row_potential[static_cast<std::size_t>(at)] - col_potential[place];
        if (reduced < slack[place]) {
          slack[place] = reduced;
          way[place] = col;
        }
        if (slack[place] < least) {
          least = slack[place];
          next = other;
        }
      }
      for (std::size_t place = 0; place < size; ++place) {
        if (is_used[place] != 0) {
          row_potential[static_cast<std::size_t>(row_of[place])] += least;
          col_potential[place] -= least;
        } else {
          slack[place] -= least;
        }
      }
      col = next;
    } while (row_of[static_cast<std::size_t>(col)] != 0);
    while (col != 0) {
      const Index before = way[static_cast<std::size_t>(col)];
      row_of[static_cast<std::size_t>(col)] = row_of[static_cast<std::size_t>(before)];
      col = before;
    }
  }
  double sum = 0.0;
  for (Index col = 1; col <= cols; ++col) {
    const Index row = row_of[static_cast<std::size_t>(col)];
    if (row != 0) sum -= cost(row - 1, col - 1);
  }
  return sum;
}

}  // namespace attnscope
