// What can be told of a mention by rule: its head word, its class, and which earlier mention a few simple
// rules would choose.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/coreference.hpp"

namespace attnscope {

enum class MentionClass { pronoun, proper, nominal };
std::string_view name_of(MentionClass mention_class);

/// The gold tree's head word where the document has syntax; else the last word before the first comma,
/// preposition or relative pronoun inside the mention, or the last word of all.
Index head_of(const CoreferenceDocument& document, const Mention& mention);

/// A pronoun by a closed list; proper where the head is tagged PROPN, NNP or NNPS, or, without tags, begins with
/// a capital and is no sentence's first word; else nominal.
MentionClass class_of(const CoreferenceDocument& document, const Mention& mention);

/// Choices among earlier mentions, the nearest last. `earlier` are candidates before the mention, in order of
/// their heads. All return a place in `earlier`, or -1 where none passes.
Index nearest_mention(const std::vector<Mention>& earlier);
/// The nearest whose head word is spelled the same, upper case aside.
Index nearest_same_head(const CoreferenceDocument& document, const std::vector<Mention>& earlier,
                        const Mention& mention);
/// After Lee et al. 2011: the nearest with the same words; else with the same head word; else that agrees in
/// number, gender and person; else the nearest.
Index sieve(const CoreferenceDocument& document, const std::vector<Mention>& earlier, const Mention& mention);

/// How many words the lists behind these rules hold: "46 pronouns, 45 words of known gender".
std::string describe_lexicons();

/// he, she, it, they and their forms, whatever their case.
bool is_personal_pronoun(std::string_view word);

/// "she", "it": 'f', 'm', 'n' or '?' for a word in lower case.
char gender_of(std::string_view word);

}  // namespace attnscope
