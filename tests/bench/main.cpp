// Runs the benchmarks, and with --table=PATH also writes the table of ratios that docs/performance.md
// explains.
#include <benchmark/benchmark.h>

#include <cstring>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "attention/kernels/kernels.hpp"
#include "bench/results.hpp"

namespace {

using attnscope::bench::Results;

class Collector : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    std::vector<Run> shown;
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration || run.error_occurred) {
        if (run.error_occurred || run.aggregate_name == "median") shown.push_back(run);
        continue;
      }
      if (run.repetitions <= 1) shown.push_back(run);
      // Real time where a benchmark uses several threads or processes, else the thread's own.
      const std::string name =
          run.run_name.function_name + (run.run_name.args.empty() ? "" : "/" + run.run_name.args);
      const bool is_real = run.run_name.time_type == "real_time";
      const double seconds = (is_real ? run.real_accumulated_time : run.cpu_accumulated_time) /
                             static_cast<double>(run.iterations);
      results_.add(name, seconds);
      for (const auto& [counter, value] : run.counters) results_.add(name + ":" + counter, value.value);
    }
    ConsoleReporter::ReportRuns(shown);
  }
  const Results& results() const { return results_; }

 private:
  Results results_;
};

/// Takes "--table=PATH" out of the arguments.
std::string take_table_path(int& count, char** arguments) {
  constexpr const char* option = "--table=";
  std::string path;
  int kept = 1;
  for (int i = 1; i < count; ++i) {
    if (std::strncmp(arguments[i], option, std::strlen(option)) == 0) {
      path = arguments[i] + std::strlen(option);
    } else {
      arguments[kept++] = arguments[i];
    }
  }
  count = kept;
  return path;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string table_path = take_table_path(count, arguments);
  benchmark::AddCustomContext("instruction_set", std::string(attnscope::kernels::instruction_set()));
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  Collector collector;
  benchmark::RunSpecifiedBenchmarks(&collector);
  benchmark::Shutdown();
  const std::string table = attnscope::bench::table_of_ratios(collector.results());
  std::cout << '\n' << table;
  if (!table_path.empty() && !(std::ofstream(table_path) << table)) {
    std::cerr << table_path << ": cannot write\n";
    return 4;
  }
  return 0;
}
