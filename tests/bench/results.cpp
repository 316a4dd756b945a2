// The ratios of docs/performance.md. They compare things measured in one process, so that they hold on any
// machine.
#include "bench/results.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>

namespace attnscope::bench {
namespace {

enum class Better { higher, lower };

struct Ratio {
  const char* what;
  double required;
  double aim;
  std::function<double(const Results&)> measure;
  Better better = Better::higher;
};

/// Rate of `name` as a share of the peak of its instruction set.
std::function<double(const Results&)> share_of_peak(const std::string& name, const std::string& set) {
  return [=](const Results& results) {
    return results.median(name + ":FLOP/s") / results.median("peak/" + set + ":FLOP/s");
  };
}

/// How many times longer `slow` takes than `fast`.
std::function<double(const Results&)> times(const std::string& slow, const std::string& fast) {
  return [=](const Results& results) { return results.median(slow) / results.median(fast); };
}

/// e in time ~ nᵉ between two lengths.
std::function<double(const Results&)> exponent(const std::string& name, int shorter, int longer) {
  return [=](const Results& results) {
    const double ratio =
        results.median(name + std::to_string(longer)) / results.median(name + std::to_string(shorter));
    return std::log(ratio) / std::log(static_cast<double>(longer) / shorter);
  };
}

std::function<double(const Results&)> value(const std::string& name, double unit = 1.0) {
  return [=](const Results& results) { return results.median(name) / unit; };
}

const std::vector<Ratio>& ratios() {
  static const std::vector<Ratio> all{
      {"score tile 128 x 512, d 64, v4: share of peak", 0.75, 0.90,
       share_of_peak("tile/v4/128x512x64", "v4")},
      {"score tile 64 x 512, d 32, v4: share of peak", 0.75, 0.90, share_of_peak("tile/v4/64x512x32", "v4")},
      {"score tile 128 x 512, d 64, v3: share of peak", 0.75, 0.90,
       share_of_peak("tile/v3/128x512x64", "v3")},
      {"linear layer 128 x 384 x 1536, v4: share of peak", 0.75, 0.90,
       share_of_peak("linear/v4/128x384x1536", "v4")},
      {"linear layer 128 x 384 x 1536, v3: share of peak", 0.75, 0.90,
       share_of_peak("linear/v3/128x384x1536", "v3")},
      {"pooled map, n 32768, d 64, v4: share of peak", 0.65, 0.78, share_of_peak("pooled/v4/32768x64", "v4")},
      {"pooled map, n 32768, d 32, v4: share of peak", 0.55, 0.67, share_of_peak("pooled/v4/32768x32", "v4")},
      {"pooled map, n 32768, d 64, v3: share of peak", 0.65, 0.78, share_of_peak("pooled/v3/32768x64", "v3")},
      {"pooled map: two passes with Eigen (v4) ÷ ours", 2.0, 2.8,
       times("pooled/two_pass_eigen_v4/16384x64", "pooled/one_pass/16384x64")},
      {"pooled map: speed-up of v4 over v3 ÷ that of their peaks", 0.85, 1.0,
       [](const Results& results) {
         const double ours = results.median("pooled/v3/32768x64") / results.median("pooled/v4/32768x64");
         return ours / (results.median("peak/v4:FLOP/s") / results.median("peak/v3:FLOP/s"));
       }},
      {"pooled map: 1 thread ÷ 2 threads", 1.7, 1.9,
       times("pooled/threads1/16384x64", "pooled/threads2/16384x64")},
      {"softmax rows: std::exp loop ÷ v3", 8.0, 12.0, times("softmax/std_exp/16x2048", "softmax/v3/16x2048")},
      {"softmax rows: std::exp loop ÷ v4", 12.0, 20.0,
       times("softmax/std_exp/16x2048", "softmax/v4/16x2048")},
      {"pooled map, all pairs: growth exponent", 2.1, 2.0, exponent("pooled/full/", 8192, 32768),
       Better::lower},
      {"pooled map, band of 512: growth exponent", 1.1, 1.0, exponent("pooled/band512/", 8192, 32768),
       Better::lower},
      {"pooled map, causal ÷ all pairs, n 32768", 0.6, 0.5, times("pooled/causal/32768", "pooled/full/32768"),
       Better::lower},
      {"JSON, shortest exact: nlohmann ÷ ours", 6.0, 8.0, times("json/nlohmann", "json/shortest")},
      {"JSON, 6 decimals: nlohmann ÷ ours", 50.0, 100.0, times("json/nlohmann", "json/6_decimals")},
      {"PNG of 1024² noise: stb ÷ ours, time", 15.0, 24.0, times("png/stb", "png/ours")},
      {"PNG of 1024² noise: ours ÷ stb, bytes", 0.4, 0.35,
       [](const Results& results) {
         return results.median("png/ours:bytes") / results.median("png/stb:bytes");
       },
       Better::lower},
      {"attnscope --version: ms", 5.0, 4.0, value("program/version", 1e-3), Better::lower},
      {"attnscope run, one sentence, pictures and JSON: ms", 80.0, 50.0,
       value("program/run_one_sentence", 1e-3), Better::lower},
      {"memory above Q and K, n 131072, 2 threads: MiB", 64.0, 24.0, value("pooled/memory/131072x64:MiB"),
       Better::lower},
  };
  return all;
}

std::string format(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", number);
  return text;
}

}  // namespace

double Results::median(const std::string& name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> values = found->second;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::string table_of_ratios(const Results& results) {
  std::string table = "| ratio | measured | required | aim | |\n|---|---|---|---|---|\n";
  for (const Ratio& ratio : ratios()) {
    const double measured = ratio.measure(results);
    if (std::isnan(measured)) continue;
    const auto reaches = [&](double goal) {
      return ratio.better == Better::higher ? measured >= goal : measured <= goal;
    };
    const char* const verdict = reaches(ratio.aim)        ? "aim reached"
                                : reaches(ratio.required) ? "met"
                                                          : "**not met**";
    table += "| " + std::string(ratio.what) + " | " + format(measured) + " | " + format(ratio.required) +
             " | " + format(ratio.aim) + " | " + verdict + " |\n";
  }
  return table;
}

}  // namespace attnscope::bench
