// What `cost` tells: the parts of a model's layers over a range of lengths, counted and measured, and what
// variants would cost in the place of its attention.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "analysis/cost_model.hpp"
#include "cli/map_pictures.hpp"
#include "cli/terminal.hpp"
#include "export/json_writer.hpp"

namespace attnscope::cli {

/// All layers of a model on so many tokens.
struct LengthCost {
  Index tokens = 0;
  std::array<Cost, 6> counted{};     ///< by LayerPart
  std::array<double, 6> measured{};  ///< seconds
};

/// A variant's FLOPs from scores to output, all heads and layers, for each length; not-a-number where they do
/// not follow from the length.
struct VariantCurve {
  std::string name;
  std::vector<double> flops;
};

struct CostReport {
  std::string model;
  LayerShape shape;
  Index layers = 0;
  MachineLimits machine;
  Index threads = 0;
  std::vector<LengthCost> lengths;
  std::vector<VariantCurve> variants;  ///< the first is the model's own pattern
};

std::string cost_tables(const Terminal& terminal, const CostReport& report);
void write_cost(JsonWriter& json, const CostReport& report);

/// Time of each part over the length, measured, beside the roofline.
std::string time_plot_png(const CostReport& report, const PictureOptions& options);
/// Rate of each part over its operations a byte, under the roof of the machine.
std::string roofline_png(const CostReport& report, const PictureOptions& options);
/// Operations of each variant over the length.
std::string variant_plot_png(const CostReport& report, const PictureOptions& options);

}  // namespace attnscope::cli
