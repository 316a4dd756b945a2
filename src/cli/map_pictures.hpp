// Pictures of a text's maps, as bytes of PNG files.
#pragma once

#include <string>
#include <vector>

#include "cli/options.hpp"
#include "cli/source.hpp"
#include "render/colour_scale.hpp"

namespace attnscope::cli {

/// How pictures look, the same in every command that draws.
struct PictureOptions {
  std::string theme = "light";
  std::string colours;
  std::string range = "unit";
  bool is_logarithmic = false;
  double scale = 1.0;

  void declare(Options& options);
  Page page() const;
  ColourScale scale_for(MapClass map_class) const;
};

/// What the pictures of one text share.
struct PictureContext {
  const SourceInfo* source = nullptr;
  const TextMaps* text = nullptr;
  PictureOptions options;
};

/// One head, with tokens on both axes.
std::string heatmap_png(const PictureContext& context, const SourcedMap& sourced);
/// All layers and heads of one kind of attention; empty where the text has no map of that kind.
std::string grid_png(const PictureContext& context, AttentionSite::Kind kind);

/// The role of a head, or null.
const HeadRole* role_of(const SourceInfo& source, AttentionSite::Kind kind, LayerHead head);

/// What pictures call the tokens.
std::vector<Label> labels_of(const TokenizedText& text);

/// The tokens of a map's rows, and of its columns.
const TokenizedText& query_tokens(const TextMaps& text, AttentionSite::Kind kind);
const TokenizedText& key_tokens(const TextMaps& text, AttentionSite::Kind kind);

/// "layer 4, head 0: dependency"
std::string title_of(const PictureContext& context, const SourcedMap& sourced);
/// The source, and what made the maps where that is known: maps that were read from a file may not say it.
std::string subtitle_of(const PictureContext& context);

/// The text, and of a pair or a translation the second one behind it.
std::string shown_text(const TextMaps& text);

}  // namespace attnscope::cli
