#include "cli/cost_report.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "cli/table.hpp"
#include "core/build_info.hpp"
#include "core/utf8.hpp"
#include "render/plot.hpp"
#include "render/png.hpp"

namespace attnscope::cli {
namespace {

constexpr std::size_t parts = part_names.size();

double sum(const std::array<double, parts>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

std::string milliseconds(double seconds) {
  return fixed_text(1e3 * seconds, seconds < 0.01 ? 2 : seconds < 1.0 ? 1 : 0);
}

Caption caption_of(const CostReport& report, const std::string& title) {
  return {.title = title,
          .subtitle = report.model + " · " + std::to_string(report.layers) + " layers, width " +
                      std::to_string(report.shape.width) + ", " + std::to_string(report.shape.heads) +
                      " heads of " + std::to_string(report.shape.head_size)};
}

std::string png_of(PlotSpec spec, const PictureOptions& options) {
  spec.width_px = 720;
  spec.height_px = 440;
  spec.page = options.page();
  const std::vector<PngText> texts{{"Title", spec.caption.title},
                                   {"Software", "attnscope " + std::string(version())}};
  return encode_png(draw_plot(spec), texts);
}

PlotAxis logarithmic(const std::string& name) {
  return {.name = name, .spacing = PlotAxis::Spacing::logarithmic};
}

}  // namespace

std::string cost_tables(const Terminal& terminal, const CostReport& report) {
  std::string text =
      terminal.bold(printable(report.model)) + "  " +
      terminal.grey(std::to_string(report.layers) + " layers, " + std::to_string(report.threads) +
                    (report.threads == 1 ? " thread" : " threads") + ", at best " +
                    count_text(report.machine.flops_per_second) + "FLOP/s and " +
                    count_text(report.machine.bytes_per_second) + "B/s here") +
      "\n";
  std::vector<std::string> heads{"tokens"};
  for (const std::string_view name : part_names) heads.emplace_back(name);
  heads.insert(heads.end(), {"ms in all", "attention", "FLOP", "of roofline"});
  TextTable table(std::move(heads));
  for (const LengthCost& length : report.lengths) {
    std::vector<std::string> cells{std::to_string(length.tokens)};
    const double whole = sum(length.measured);
    double flops = 0.0;
    double least = 0.0;
    for (std::size_t part = 0; part < parts; ++part) {
      cells.push_back(milliseconds(length.measured[part]));
      flops += length.counted[part].flops;
      least += roofline_seconds(length.counted[part], report.machine);
    }
    cells.push_back(milliseconds(whole));
    cells.push_back(
        fixed_text(100.0 * (length.measured[1] + length.measured[2] + length.measured[3]) / whole, 0) + " %");
    cells.push_back(count_text(flops));
    cells.push_back(fixed_text(100.0 * least / whole, 0) + " %");
    table.add(std::move(cells));
  }
  text += table.text(terminal);
  text += "attention takes more operations than the linear layers from " +
          fixed_text(crossover_tokens(report.shape), 0) + " tokens on\n";
  if (report.variants.empty()) return text;
  std::vector<std::string> lengths{"FLOP, scores to output"};
  for (const LengthCost& length : report.lengths) lengths.push_back(std::to_string(length.tokens));
  TextTable curves(std::move(lengths));
  for (const VariantCurve& variant : report.variants) {
    std::vector<std::string> cells{printable(variant.name, 60)};
    for (const double flops : variant.flops) cells.push_back(std::isnan(flops) ? "–" : count_text(flops));
    curves.add(std::move(cells));
  }
  return text + "\n" + curves.text(terminal);
}

void write_cost(JsonWriter& json, const CostReport& report) {
  json.begin_object();
  json.member("model", report.model);
  json.member("layers", report.layers);
  json.key("layer");
  json.begin_object();
  json.member("width", report.shape.width);
  json.member("heads", report.shape.heads);
  json.member("key_value_heads", report.shape.key_value_heads);
  json.member("head_size", report.shape.head_size);
  json.member("feed_forward_width", report.shape.inner);
  json.member("feed_forward_has_gate", report.shape.has_gate);
  json.member("is_causal", report.shape.is_causal);
  json.end_object();
  json.member("crossover_tokens", crossover_tokens(report.shape));
  json.key("lengths");
  json.begin_array();
  for (const LengthCost& length : report.lengths) {
    json.begin_object();
    json.member("tokens", length.tokens);
    json.key("parts");
    json.begin_array();
    for (std::size_t part = 0; part < parts; ++part) {
      json.begin_object();
      json.member("name", part_names[part]);
      json.member("flops", length.counted[part].flops);
      json.member("bytes", length.counted[part].bytes);
      json.end_object();
    }
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.key("variants");
  json.begin_array();
  for (const VariantCurve& variant : report.variants) {
    json.begin_object();
    json.member("name", variant.name);
    json.key("flops");
    json.begin_array();
    for (const double flops : variant.flops) json.value(flops);
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.key("measured");
  json.begin_object();
  json.member("threads", report.threads);
  json.member("flops_per_second", report.machine.flops_per_second);
  json.member("bytes_per_second", report.machine.bytes_per_second);
  json.key("seconds");
  json.begin_array();
  for (const LengthCost& length : report.lengths) {
    json.begin_object();
    json.member("tokens", length.tokens);
    for (std::size_t part = 0; part < parts; ++part) json.member(part_names[part], length.measured[part]);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  json.end_object();
}

std::string time_plot_png(const CostReport& report, const PictureOptions& options) {
  PlotSpec spec{.x = logarithmic("tokens"), .y = logarithmic("seconds, all layers")};
  PlotSeries roof{.name = "all parts, roofline", .is_reference = true};
  for (std::size_t part = 0; part < parts; ++part) {
    PlotSeries series{.name = std::string(part_names[part]), .mark = PlotSeries::Mark::line_with_points};
    for (const LengthCost& length : report.lengths)
      series.points.push_back({static_cast<double>(length.tokens), length.measured[part]});
    spec.series.push_back(std::move(series));
  }
  for (const LengthCost& length : report.lengths) {
    double least = 0.0;
    for (const Cost& cost : length.counted) least += roofline_seconds(cost, report.machine);
    roof.points.push_back({static_cast<double>(length.tokens), least});
  }
  spec.series.push_back(std::move(roof));
  spec.caption = caption_of(report, "Where the time goes");
  spec.caption.note = "attention takes more operations than the linear layers from " +
                      fixed_text(crossover_tokens(report.shape), 0) + " tokens on";
  return png_of(std::move(spec), options);
}

std::string roofline_png(const CostReport& report, const PictureOptions& options) {
  PlotSpec spec{.x = logarithmic("FLOP a byte"), .y = logarithmic("FLOP a second")};
  PlotSeries roof{.name = "roof", .is_reference = true};
  double least = 1e300;
  double most = 0.0;
  for (std::size_t part = 0; part < parts; ++part) {
    PlotSeries series{.name = std::string(part_names[part]), .mark = PlotSeries::Mark::points};
    for (const LengthCost& length : report.lengths) {
      const Cost& cost = length.counted[part];
      if (cost.bytes <= 0.0 || length.measured[part] <= 0.0) continue;
      const double intensity = cost.flops / cost.bytes;
      least = std::min(least, intensity);
      most = std::max(most, intensity);
      series.points.push_back({intensity, cost.flops / length.measured[part]});
    }
    if (!series.points.empty()) spec.series.push_back(std::move(series));
  }
  const double ridge = report.machine.flops_per_second / report.machine.bytes_per_second;
  least = std::min(least, ridge / 4.0);
  most = std::max(most, ridge * 4.0);
  roof.points = {{least, least * report.machine.bytes_per_second},
                 {ridge, report.machine.flops_per_second},
                 {most, report.machine.flops_per_second}};
  spec.series.push_back(std::move(roof));
  spec.caption = caption_of(report, "Rates under the machine's roof");
  spec.caption.note = "softmax keeps its numbers in the cache and has no place here";
  return png_of(std::move(spec), options);
}

std::string variant_plot_png(const CostReport& report, const PictureOptions& options) {
  PlotSpec spec{.x = logarithmic("tokens"), .y = logarithmic("FLOP, scores to output, all heads and layers")};
  for (const VariantCurve& variant : report.variants) {
    PlotSeries series{.name = variant.name, .is_reference = &variant == &report.variants.front()};
    for (std::size_t place = 0; place < variant.flops.size(); ++place)
      series.points.push_back({static_cast<double>(report.lengths[place].tokens), variant.flops[place]});
    spec.series.push_back(std::move(series));
  }
  spec.caption = caption_of(report, "What a variant costs");
  return png_of(std::move(spec), options);
}

}  // namespace attnscope::cli
