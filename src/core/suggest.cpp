// Optimal string alignment distance over three rows.
#include "core/suggest.hpp"

#include <algorithm>
#include <vector>

namespace attnscope {

std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> before(to.size() + 1);
  std::vector<std::size_t> previous(to.size() + 1);
  std::vector<std::size_t> current(to.size() + 1);
  for (std::size_t col = 0; col <= to.size(); ++col) previous[col] = col;
  for (std::size_t row = 1; row <= from.size(); ++row) {
    current[0] = row;
    for (std::size_t col = 1; col <= to.size(); ++col) {
      const bool same = from[row - 1] == to[col - 1];
      current[col] = std::min({previous[col] + 1, current[col - 1] + 1, previous[col - 1] + (same ? 0U : 1U)});
      const bool swapped = row > 1 && col > 1 && from[row - 1] == to[col - 2] && from[row - 2] == to[col - 1];
      if (swapped) current[col] = std::min(current[col], before[col - 2] + 1);
    }
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[to.size()];
}

std::string did_you_mean(std::string_view typed, std::span<const std::string_view> known) {
  std::string_view nearest;
  std::size_t least = std::max<std::size_t>(1, typed.size() / 3) + 1;  // one slip in three letters is still a slip
  for (const std::string_view word : known) {
    const bool completes = typed.size() >= 3 && word.starts_with(typed);
    const std::size_t distance = completes ? 1 : edit_distance(typed, word);
    if (distance < least) {
      least = distance;
      nearest = word;
    }
  }
  return nearest.empty() ? std::string() : "did you mean '" + std::string(nearest) + "'?";
}

}  // namespace attnscope
