// Maps compared that no recipe joins: heads of one model, the same heads of several models, or maps in files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/comparison_run.hpp"

namespace attnscope::cli {

/// Heads of one model on one text, each beside the first. Requires: at least one head that the source has.
RecipeComparison compare_heads(MapSource& source, const InputText& input, const std::vector<LayerHead>& heads,
                               ThreadPool& pool);

/// The same heads of several models on one text, each beside the first model's.
/// Throws: Error(usage) where the models cut the text into other tokens.
RecipeComparison compare_models(const std::vector<std::unique_ptr<MapSource>>& sources,
                                const InputText& input, const std::vector<LayerHead>& heads,
                                ThreadPool& pool);

/// What files hold: a comparison for each text, of all maps that the first file has.
struct FileComparison {
  SourceInfo info;
  std::vector<RecipeComparison> texts;
};

/// Throws: Error(input) where a file lacks a text or a head of the first, or has other sizes.
FileComparison compare_files(const std::vector<std::string>& files, ThreadPool& pool);

/// Whether the name is that of a file of maps rather than of sentences.
bool holds_maps(const std::string& file);

}  // namespace attnscope::cli
