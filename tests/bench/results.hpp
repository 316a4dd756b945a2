// What has been measured, and the ratios that the program promises.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace attnscope::bench {

/// Measurements by name. Times are seconds of one iteration; what a benchmark counts is kept as
/// "NAME:counter".
class Results {
 public:
  void add(const std::string& name, double value) { values_[name].push_back(value); }
  /// The median of all repetitions, or NaN when there is none.
  double median(const std::string& name) const;

 private:
  std::map<std::string, std::vector<double>> values_;
};

/// The table of ratios as Markdown: what it is, measured, required, aimed at, whether it is met.
std::string table_of_ratios(const Results& results);

}  // namespace attnscope::bench
