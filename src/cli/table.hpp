// A table of text for the terminal: the first column to the left, numbers to the right.
#pragma once

#include <string>
#include <vector>

#include "cli/terminal.hpp"

namespace attnscope::cli {

class TextTable {
 public:
  explicit TextTable(std::vector<std::string> heads) : heads_(std::move(heads)) {}
  /// Requires: as many cells as heads.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }
  /// Lines that each end in a line break.
  std::string text(const Terminal& terminal) const;

 private:
  std::vector<std::string> heads_;
  std::vector<std::vector<std::string>> rows_;
};

/// A number with so many decimals; "–" for not-a-number, "∞" for infinity.
std::string fixed_text(double number, int decimals);

/// A count of things with three digits and a unit: "950", "12.3 k", "4.56 M", "7.89 G", "1.23 T".
std::string count_text(double count);

}  // namespace attnscope::cli
