// What `run --dependencies` and `run --coreference` add: arcs above the sentence, links through the passage.
#pragma once

#include <string>
#include <vector>

#include "cli/head_choice.hpp"
#include "cli/options.hpp"
#include "cli/shown_maps.hpp"
#include "text/conllu.hpp"

namespace attnscope::cli {

class StructurePictures {
 public:
  void declare(Options& options);
  /// Whether the texts come from --conllu.
  bool gives_texts() const { return !conllu_.empty(); }
  /// The sentences of --conllu. Throws: Error(usage) where other texts are given too, Error(input).
  std::vector<InputText> read_texts(const std::vector<std::string>& files);
  /// The pictures that were asked for: arcs.png and links.png. chosen: of --heads; empty for the heads with a role.
  /// Throws: Error(usage) where there is no head to read. Requires: the context outlives the tasks.
  std::vector<PictureTask> tasks(const PictureContext& context, Index text, const std::vector<LayerHead>& chosen) const;

 private:
  bool dependencies_ = false;
  bool coreference_ = false;
  std::string conllu_;
  std::string from_;
  std::vector<TreebankSentence> sentences_;
};

}  // namespace attnscope::cli
