// What becomes of the stretches that a pattern matched when a text is split by it.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "core/json_tree.hpp"
#include "text/aligned_text.hpp"
#include "text/text_pattern.hpp"

namespace attnscope {

enum class SplitBehaviour {
  removed,               ///< matches vanish
  isolated,              ///< each match is a part of its own
  merged_with_previous,  ///< a match ends the part before it
  merged_with_next,      ///< a match begins the part after it
  contiguous,            ///< neighbouring matches are one part
};

/// "Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous". Throws: Error(input) for
/// another value.
SplitBehaviour read_split_behaviour(const JsonNode& node, const std::string& where);

/// The parts of `text` that are not empty. `parts` covers the text in order.
std::vector<AlignedText> split_by(const AlignedText& text, const std::vector<TextPart>& parts,
                                  SplitBehaviour behaviour);

/// Every code point for which `is_match` is true is a match.
std::vector<TextPart> parts_by_character(std::string_view text,
                                         const std::function<bool(char32_t)>& is_match);

}  // namespace attnscope
