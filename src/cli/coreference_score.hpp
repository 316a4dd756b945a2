// How well each head finds antecedents, beside simple rules.
#pragma once

#include "cli/score_options.hpp"

namespace attnscope::cli {

/// Reads coreference files (the shipped passages where none is named), cuts them into windows of whole
/// sentences, runs the model and reports. Throws: Error.
void score_coreference(const ScoreOptions& options, Terminal& terminal);

/// GAP: which of two names a pronoun means, with the split by the pronoun's gender. Throws: Error.
void score_gap(const ScoreOptions& options, Terminal& terminal);

/// WinoBias: whether the strongest word of a pronoun lies in the person meant, file by file (one holds
/// stereotypes, the other their reverse). Throws: Error.
void score_winobias(const ScoreOptions& options, Terminal& terminal);

}  // namespace attnscope::cli
