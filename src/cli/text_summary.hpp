// The few lines that the terminal shows of a text: which heads stand out, and how.
#pragma once

#include <string>
#include <vector>

#include "analysis/standout.hpp"
#include "cli/source.hpp"
#include "cli/terminal.hpp"

namespace attnscope::cli {

/// All heads of the text's first kind of attention, the clearest first; empty where rows and columns are not
/// the same tokens.
std::vector<HeadFinding> findings_of(const TextMaps& text);

/// A line a layer: roles and the heads that stand out, with their strongest pairs.
std::string summary_of(const Terminal& terminal, const SourceInfo& source, const TextMaps& text,
                       const std::vector<HeadFinding>& standouts);

}  // namespace attnscope::cli
