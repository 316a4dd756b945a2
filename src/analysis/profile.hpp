// What the maps of one head are like over many texts: means of every metric, shapes, and three curves. Memory
// does not grow with the texts.
#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/metric.hpp"
#include "analysis/shape.hpp"

namespace attnscope {

inline constexpr Index profile_reach = 16;  ///< offsets to each side, and points of the other two curves
inline constexpr std::array<std::string_view, 5> shape_names{"diagonal", "sink", "links", "broad", "mixed"};

/// Sums over texts; the accessors divide.
class HeadProfile {
 public:
  HeadProfile();

  /// weights: [tokens x tokens], not negative. Requires: as many tokens.
  void add(ConstMatrixView weights, const std::vector<Token>& tokens);
  /// Joins what another profile has seen.
  void add(const HeadProfile& other);

  Index texts() const { return texts_; }
  /// Name and mean of every registered metric, at its defaults.
  std::vector<std::pair<std::string_view, double>> metrics() const;
  double metric(std::string_view name) const;
  /// How many texts had each shape, in the order of shape_names.
  const std::array<Index, 5>& shapes() const { return shapes_; }
  /// The most frequent shape, in the order of shape_names.
  std::size_t main_shape() const;
  /// The offset of the strongest diagonal of the last text.
  Index offset() const { return offset_; }
  /// Mean row entropy in parts of ln(keys).
  double entropy_share() const { return entropy_share_ / static_cast<double>(texts_); }
  /// Mean effective rank in parts of the number of tokens.
  double rank_share() const { return rank_share_ / static_cast<double>(texts_); }
  double special_mass() const { return special_mass_ / static_cast<double>(texts_); }
  double top_weight() const { return top_weight_ / static_cast<double>(texts_); }

  /// Mean weight at each offset from -profile_reach to profile_reach; negative ones look back.
  std::vector<double> offsets() const { return mean(offsets_); }
  /// Mean weight of a row's 1, 2, … largest keys together.
  std::vector<double> top_keys() const { return mean(top_keys_); }
  /// Mean share of the squares of the 1, 2, … largest singular values together: what is left of it is the
  /// loss of the best approximation of that rank.
  std::vector<double> energy() const { return mean(energy_); }

 private:
  std::vector<double> mean(const std::vector<double>& sums) const;

  Index texts_ = 0;
  std::vector<double> metrics_;
  std::array<Index, 5> shapes_{};
  Index offset_ = 0;
  double entropy_share_ = 0.0;
  double rank_share_ = 0.0;
  double special_mass_ = 0.0;
  double top_weight_ = 0.0;
  std::vector<double> offsets_, top_keys_, energy_;
};

}  // namespace attnscope
