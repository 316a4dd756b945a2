// Documents with coreference cut into windows that a model can take.
#pragma once

#include <string>
#include <vector>

#include "analysis/mention_rules.hpp"
#include "text/tokenizer.hpp"

namespace attnscope::cli {

/// A mention with an earlier mention of the same thing in its window.
struct Anaphor {
  Index word = 0;                        ///< its head, in the window
  MentionClass mention_class = MentionClass::nominal;
  std::vector<Index> antecedents = {};   ///< heads of earlier mentions of its cluster, in the window
  std::vector<Index> candidates = {};    ///< heads of all earlier mentions
  bool nearest_is_right = false;
  bool same_head_is_right = false;
  bool sieve_is_right = false;
};

/// Any mention, with or without an earlier one of its cluster.
struct WindowMention {
  Index word = 0;     ///< its head, in the window
  Index cluster = 0;  ///< of the document
};

struct CoreferenceWindow {
  Index document = 0;
  std::vector<std::string> words;
  std::vector<Anaphor> anaphors;
  std::vector<WindowMention> mentions;  ///< in order of their heads
};

/// Whole sentences, at most `most_tokens` tokens together where one sentence alone does not exceed it.
std::vector<CoreferenceWindow> cut_into_windows(const std::vector<CoreferenceDocument>& documents,
                                                const Tokenizer& tokenizer, Index most_tokens);

}  // namespace attnscope::cli
