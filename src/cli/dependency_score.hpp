// How well each head finds syntactic heads: the table, its JSON and its picture.
#pragma once

#include "cli/score_options.hpp"

namespace attnscope::cli {

/// Reads the treebanks (the shipped one where no file is named), runs the model and reports.
/// Throws: Error.
void score_dependencies(const ScoreOptions& options, Terminal& terminal);

/// Recomputes the figures of a file of test windows with the declared heads: one JSON object a line with
/// words and gold heads, antecedents or GAP's two names. Row of a word: its first piece.
void score_windows(const ScoreOptions& options, Terminal& terminal);

}  // namespace attnscope::cli
