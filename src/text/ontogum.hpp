// OntoGUM's clusters joined with the treebank of the same document.
#pragma once

#include <span>

#include "text/conllu.hpp"
#include "text/coreference.hpp"

namespace attnscope {

/// Gives the document the sentences, parts of speech and heads of its tree, and words where it has empty
/// ones. Throws: Error(input) where the words of both differ, naming the first that does.
void join_syntax(CoreferenceDocument& document, std::span<const TreebankSentence> sentences);

/// The word of a mention whose syntactic head lies outside of it; the first, where there are several, that is
/// no punctuation. Requires: document.heads is filled.
Index head_word(const CoreferenceDocument& document, const Mention& mention);

}  // namespace attnscope
