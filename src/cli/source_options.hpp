// Options that say what to read and what to compute with, the same in every command.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/long_texts.hpp"
#include "cli/options.hpp"
#include "cli/recipe_options.hpp"
#include "cli/source.hpp"

namespace attnscope::cli {

/// Which texts.
struct InputOptions {
  std::vector<std::string> files;
  bool is_passage = false;
  bool is_pair = false;
  bool replaces_invalid = false;
  std::string ids;
  std::string against;

  void declare(Options& options);
  /// All texts of all files, in order; the program's own example sentences where no file is named.
  /// Throws: Error(usage), Error(input).
  std::vector<InputText> read() const;
  /// The text of --against, or none.
  std::optional<InputText> read_against() const;
};

/// What makes the maps: a model, embeddings, or given matrices.
struct SourceOptions {
  std::string model = "mini";
  std::string embeddings;
  Index projections = 0;
  std::string q;
  std::string k;
  std::string v;
  std::string states;
  std::string dependency_head;
  std::string antecedent_head;
  LongTextOptions long_texts;
  Index threads = 0;  ///< 0: every core

  void declare(Options& options);
  /// Throws: Error.
  std::unique_ptr<MapSource> open(const RecipeOptions& recipe) const;
  ThreadPool make_pool() const;
  /// Whether texts are read at all: given matrices need none.
  bool needs_text() const { return q.empty(); }
  /// The texts to work on; one nameless one where none is needed.
  std::vector<InputText> read_texts(const InputOptions& input) const;
};

/// Which layers and heads.
struct HeadOptions {
  std::string layers;
  std::string heads;

  void declare(Options& options);
  bool is_given() const { return !layers.empty() || !heads.empty(); }
};

}  // namespace attnscope::cli
