// Which maps of a text are drawn, and the pictures to make of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/map_pictures.hpp"
#include "cli/text_summary.hpp"

namespace attnscope::cli {

/// Heads with a role first, then at most six that stand out.
std::vector<HeadFinding> heads_to_show(const SourceInfo& info, const TextMaps& text);

enum class Shown { standing_out, all };

/// The maps of the chosen heads; with none chosen those that stand out, or all. All where nothing stands out.
std::vector<const SourcedMap*> maps_to_show(const TextMaps& text, const std::vector<HeadFinding>& standouts,
                                            const std::vector<LayerHead>& chosen, Shown shown);

/// The maps that a preview shows: those of the chosen heads; with none chosen the first that stands out, or the first.
std::vector<const SourcedMap*> maps_to_preview(const TextMaps& text, const std::vector<HeadFinding>& standouts,
                                               const std::vector<LayerHead>& chosen);

/// A picture to make: its file's name, and the work that makes its bytes.
struct PictureTask {
  std::string name;
  std::function<std::string()> bytes;
};

/// A grid of each kind of attention that the text has, and a heatmap of each map in `drawn`. A text of one
/// map has no grid. Requires: the context and the maps outlive the tasks.
std::vector<PictureTask> picture_tasks(const PictureContext& context,
                                       const std::vector<const SourcedMap*>& drawn);

}  // namespace attnscope::cli
