// What `shapes` tells: the distributions of all heads over some texts, in a table, a paragraph, JSON and
// pictures.
#pragma once

#include <string>
#include <vector>

#include "analysis/profile.hpp"
#include "cli/map_pictures.hpp"
#include "cli/terminal.hpp"
#include "export/json_writer.hpp"

namespace attnscope::cli {

struct ShapesReport {
  const SourceInfo* source = nullptr;
  Index texts = 0;
  Index tokens = 0;
  std::vector<HeadProfile> heads;  ///< [layers * heads], layer by layer

  const HeadProfile& at(Index layer, Index head) const {
    return heads[static_cast<std::size_t>(layer * source->heads + head)];
  }
};

/// A line for each layer, and the answer to: are they low rank, sparse, banded, do they have sinks?
std::string shapes_text(const Terminal& terminal, const ShapesReport& report);
void write_shapes(JsonWriter& json, const ShapesReport& report);

/// Layers and heads coloured by their most frequent shape.
std::string shapes_png(const ShapesReport& report, const PictureOptions& options);

enum class Curve { offsets, top_keys, energy };
/// A line for each layer, the mean of its heads.
std::string curve_png(const ShapesReport& report, Curve curve, const PictureOptions& options);

}  // namespace attnscope::cli
