#include "cli/shapes_report.hpp"

#include <algorithm>
#include <functional>

#include "cli/table.hpp"
#include "core/build_info.hpp"
#include "render/class_grid.hpp"
#include "render/plot.hpp"
#include "render/png.hpp"

namespace attnscope::cli {
namespace {

using OfHead = std::function<double(const HeadProfile&)>;

double mean_of_layer(const ShapesReport& report, Index layer, const OfHead& of_head) {
  double sum = 0.0;
  for (Index head = 0; head < report.source->heads; ++head) sum += of_head(report.at(layer, head));
  return sum / static_cast<double>(report.source->heads);
}

double mean_of_all(const ShapesReport& report, const OfHead& of_head) {
  double sum = 0.0;
  for (const HeadProfile& head : report.heads) sum += of_head(head);
  return sum / static_cast<double>(report.heads.size());
}

Index heads_of_shape(const ShapesReport& report, std::size_t shape) {
  return std::ranges::count_if(report.heads,
                               [shape](const HeadProfile& head) { return head.main_shape() == shape; });
}

std::string percent(double share) {
  return fixed_text(100.0 * share, 0) + " %";
}

/// "3 diagonal, 8 sink, 1 mixed"
std::string shapes_of_layer(const ShapesReport& report, Index layer) {
  std::string text;
  for (std::size_t shape = 0; shape < shape_names.size(); ++shape) {
    Index count = 0;
    for (Index head = 0; head < report.source->heads; ++head)
      count += report.at(layer, head).main_shape() == shape ? 1 : 0;
    if (count > 0)
      text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(shape_names[shape]);
  }
  return text;
}

std::string answer(const ShapesReport& report) {
  const auto count = static_cast<double>(report.heads.size());
  const double rank = mean_of_all(report, [](const HeadProfile& head) { return head.rank_share(); });
  const double energy = mean_of_all(report, [](const HeadProfile& head) { return head.energy()[3]; });
  const double keys =
      mean_of_all(report, [](const HeadProfile& head) { return head.metric("keys-for-most"); });
  const double band = mean_of_all(report, [](const HeadProfile& head) { return head.metric("band-mass"); });
  const double special = mean_of_all(report, [](const HeadProfile& head) { return head.special_mass(); });
  const double mean_tokens = static_cast<double>(report.tokens) / static_cast<double>(report.texts);
  return "low rank?  effective rank " + percent(rank) + " of the tokens; rank 4 holds " + percent(energy) +
         " of the squares\n"
         "sparse?    " +
         fixed_text(keys, 1) + " of " + fixed_text(mean_tokens, 1) +
         " keys hold nine tenths of a row\n"
         "banded?    " +
         percent(static_cast<double>(heads_of_shape(report, 0)) / count) + " of the heads are diagonal; " +
         percent(band) +
         " of all weight lies within one token\n"
         "sinks?     " +
         percent(static_cast<double>(heads_of_shape(report, 1)) / count) +
         " of the heads have one; special tokens receive " + percent(special) + " of all weight\n";
}

Caption caption_of(const ShapesReport& report, const std::string& title) {
  return {.title = title,
          .subtitle = report.source->name + " · mean of " + std::to_string(report.texts) +
                      (report.texts == 1 ? " text, " : " texts, ") + std::to_string(report.tokens) +
                      " tokens"};
}

std::vector<double> values_of(const HeadProfile& head, Curve curve) {
  return curve == Curve::offsets    ? head.offsets()
         : curve == Curve::top_keys ? head.top_keys()
                                    : head.energy();
}

void write_numbers(JsonWriter& json, std::string_view name, const std::vector<double>& numbers) {
  json.key(name);
  json.begin_array();
  for (const double number : numbers) json.value(number);
  json.end_array();
}

}  // namespace

std::string shapes_text(const Terminal& terminal, const ShapesReport& report) {
  TextTable table({"layer, heads", "effective rank", "entropy", "keys for 90 %", "band mass", "special"});
  for (Index layer = 0; layer < report.source->layers; ++layer) {
    const auto mean = [&](const OfHead& of_head) { return mean_of_layer(report, layer, of_head); };
    table.add({std::to_string(layer) + "  " + shapes_of_layer(report, layer),
               fixed_text(mean([](const HeadProfile& head) { return head.metric("effective-rank"); }), 1),
               fixed_text(mean([](const HeadProfile& head) { return head.metric("row-entropy"); }), 2),
               fixed_text(mean([](const HeadProfile& head) { return head.metric("keys-for-most"); }), 1),
               percent(mean([](const HeadProfile& head) { return head.metric("band-mass"); })),
               percent(mean([](const HeadProfile& head) { return head.special_mass(); }))});
  }
  return table.text(terminal) + "\n" + answer(report);
}

void write_shapes(JsonWriter& json, const ShapesReport& report) {
  json.begin_object();
  json.key("model");
  json.begin_object();
  for (const auto& [name, value] : report.source->facts) json.member(name, value);
  json.end_object();
  json.member("texts", report.texts);
  json.member("tokens", report.tokens);
  json.key("heads");
  json.begin_array();
  for (Index layer = 0; layer < report.source->layers; ++layer) {
    for (Index head = 0; head < report.source->heads; ++head) {
      const HeadProfile& profile = report.at(layer, head);
      json.begin_object();
      json.member("layer", layer);
      json.member("head", head);
      json.member("shape", shape_names[profile.main_shape()]);
      json.key("texts_of_shape");
      json.begin_object();
      for (std::size_t shape = 0; shape < shape_names.size(); ++shape)
        json.member(shape_names[shape], profile.shapes()[shape]);
      json.end_object();
      json.key("metrics");
      json.begin_object();
      for (const auto& [name, value] : profile.metrics()) json.member(name, value);
      json.member("special-mass", profile.special_mass());
      json.member("top-weight", profile.top_weight());
      json.end_object();
      write_numbers(json, "offsets", profile.offsets());
      write_numbers(json, "top_keys", profile.top_keys());
      write_numbers(json, "energy", profile.energy());
      json.end_object();
    }
  }
  json.end_array();
  json.end_object();
}

std::string shapes_png(const ShapesReport& report, const PictureOptions& options) {
  ClassGridSpec spec{.rows = report.source->layers, .cols = report.source->heads};
  spec.kinds.assign(shape_names.begin(), shape_names.end());
  for (Index layer = 0; layer < spec.rows; ++layer) {
    spec.row_names.push_back(std::to_string(layer));
    for (Index head = 0; head < spec.cols; ++head) {
      const HeadProfile& profile = report.at(layer, head);
      ClassCell cell{.kind = static_cast<Index>(profile.main_shape())};
      if (profile.main_shape() == 0)
        cell.text = (profile.offset() > 0 ? "+" : "") + std::to_string(profile.offset());
      cell.is_framed = role_of(*report.source, AttentionSite::Kind::self, {layer, head}) != nullptr;
      spec.cells.push_back(std::move(cell));
    }
  }
  for (Index head = 0; head < spec.cols; ++head) spec.column_names.push_back(std::to_string(head));
  spec.frame_meaning = "head with a role";
  spec.caption = caption_of(report, "The shapes of " + std::to_string(report.heads.size()) + " heads");
  spec.page = options.page();
  const std::vector<PngText> texts{{"Title", spec.caption.title},
                                   {"Software", "attnscope " + std::string(version())}};
  return encode_png(draw_class_grid(spec), texts);
}

std::string curve_png(const ShapesReport& report, Curve curve, const PictureOptions& options) {
  PlotSpec spec;
  for (Index layer = 0; layer < report.source->layers; ++layer) {
    PlotSeries series{.name = "layer " + std::to_string(layer), .mark = PlotSeries::Mark::line_with_points};
    std::vector<double> means(values_of(report.heads.front(), curve).size());
    for (Index head = 0; head < report.source->heads; ++head) {
      const std::vector<double> values = values_of(report.at(layer, head), curve);
      for (std::size_t place = 0; place < means.size(); ++place)
        means[place] += values[place] / static_cast<double>(report.source->heads);
    }
    for (std::size_t place = 0; place < means.size(); ++place) {
      const Index x = static_cast<Index>(place) + (curve == Curve::offsets ? -profile_reach : 1);
      series.points.push_back({static_cast<double>(x), means[place]});
    }
    spec.series.push_back(std::move(series));
  }
  const std::array<std::string, 3> titles{"How far heads look", "How many keys hold a row",
                                          "How low the rank is"};
  const std::array<std::string, 3> x_names{"key − query, tokens", "largest keys of a row", "rank"};
  const std::array<std::string, 3> y_names{"mean weight", "weight together",
                                           "share of the squared singular values"};
  const auto place = static_cast<std::size_t>(curve);
  spec.x = {.name = x_names[place]};
  spec.y = {.name = y_names[place], .low = 0.0};
  spec.caption = caption_of(report, titles[place]);
  spec.page = options.page();
  const std::vector<PngText> texts{{"Title", spec.caption.title},
                                   {"Software", "attnscope " + std::string(version())}};
  return encode_png(draw_plot(spec), texts);
}

}  // namespace attnscope::cli
